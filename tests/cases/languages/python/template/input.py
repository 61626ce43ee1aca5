# Made from a template.
import {{ cookiecutter.module }}
from os import path

{% if use_class %}
class {{ name }}(Base):
    def method(self): ...
{% endif %}

class Fixed(Base):
    def {{ method }}(self): ...
    def fixed(self, a={{ default }}):
        return a
<<<<<<< HEAD
def ours(): ...
=======
def theirs(): ...
>>>>>>> branch
