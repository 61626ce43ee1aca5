project = "Sample"
extensions = ["sphinx_kwdocs"]
