if sys.platform == "win32":
    def one(): ...
    A = 1
elif x:
    def two(): ...
    B = 2
else:
    def three(): ...
    A = 3

try:
    import fast
    accelerated = True
except ImportError:
    class Slow: ...
    accelerated = False
else:
    def four(): ...
finally:
    def five(): ...

with lock as held:
    def six(): ...
    guarded = 1

for index in range(3):
    def seven(): ...
    working_name = index
else:
    def eight(): ...

while waiting:
    class Nine: ...

match command:
    case "go":
        def ten(): ...
        matched = 1
    case _:
        def eleven(): ...

try:
    pass
except* ValueError:
    def twelve(): ...
