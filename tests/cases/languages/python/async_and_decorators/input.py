@dataclasses.dataclass(
    frozen=True,  # because
    slots=True,
)
class Point:
    x: int


@ first
# a comment between
@second . third( 1,  2 )
async   def   spaced  (a): ...


class Server:
    @contextlib.asynccontextmanager

    async def connect(self, *, timeout: float | None = None) -> AsyncIterator[None]:
        async def retry(): ...
        yield

@(
    # @not_this
    parenthesised
)
def odd(): ...
