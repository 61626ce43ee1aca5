"""What the prose languages share: blocks, inline markup, passages of text, and the terms that are found in them."""
