"""This file has a defect in line 6."""


def before(): ...

def (:

def after(): ...
