"""Knows by which names the distributions of a package index are imported, where these are not their own."""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[-_.]+")
# What this machine has installed would tell more, but then a page would depend on the machine that builds it.
_IMPORTED_AS = """
antlr4-python3-runtime antlr4
apache-airflow airflow
argon2-cffi argon2
attrs attr attrs
azure-storage azure
beautifulsoup4 bs4
biopython Bio
boto-core botocore
django-environ environ
django-filter django_filters
django-rest-framework rest_framework
djangorestframework rest_framework
dnspython dns
docker-py docker
faiss-cpu faiss
gitpython git
graphql-core graphql
grpcio grpc
grpcio-tools grpc_tools
kafka-python kafka
markdown-it-py markdown_it
msgpack-python msgpack
mysqlclient MySQLdb
opencv-contrib-python cv2
opencv-python cv2
opencv-python-headless cv2
paho-mqtt paho
pillow PIL
protobuf google
psycopg2-binary psycopg2
py-cpuinfo cpuinfo
pycryptodome Crypto
pycryptodomex Cryptodome
pygithub github
pyjwt jwt
pymupdf fitz
pynacl nacl
pyopenssl OpenSSL
pyserial serial
pysocks socks
python-dateutil dateutil
python-docx docx
python-dotenv dotenv
python-jose jose
python-json-logger pythonjsonlogger
python-ldap ldap
python-magic magic
python-memcached memcache
python-multipart multipart python_multipart
python-pptx pptx
python-slugify slugify
pywin32 win32api win32con win32file pythoncom pywintypes
pyyaml yaml
pyzmq zmq
ruamel-yaml ruamel
scikit-image skimage
scikit-learn sklearn
setuptools setuptools pkg_resources
speechrecognition speech_recognition
tensorflow-gpu tensorflow
typing-extensions typing_extensions
umap-learn umap
websocket-client websocket
"""
_TABLE = {
    distribution: tuple(name.lower() for name in names)
    for distribution, *names in map(str.split, _IMPORTED_AS.strip().splitlines())
}
_SHARED = {"azure", "google", "ruamel"}
"""Packages into which several distributions put modules, perhaps the project's own among them."""


def import_names(distribution: str) -> tuple[str, ...]:
    """Return the top-level modules of a distribution in lower case, as far as its name tells.

    A name with dots is that of a module within a package that several distributions share, so nothing is known of the
    package; stubs have no module of their own.
    """
    plain = _SEPARATORS.sub("-", distribution).lower()
    if plain == "python":
        return ()  # which version is required is written like a distribution's
    if known := _TABLE.get(plain):
        return tuple(name for name in known if name not in _SHARED)
    if "." in distribution or plain.startswith("types-") or plain.endswith("-stubs"):
        return ()
    own = plain.replace("-", "_")
    return (own, own.removeprefix("python_")) if own.startswith("python_") else (own,)
