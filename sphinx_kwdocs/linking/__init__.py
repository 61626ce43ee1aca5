"""Links what all files say: names to what they mean, and the ways back."""
