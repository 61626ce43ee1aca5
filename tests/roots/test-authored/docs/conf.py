project = "Authored"
extensions = ["myst_parser", "sphinx_kwdocs"]
