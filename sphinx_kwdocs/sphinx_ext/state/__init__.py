"""What a build knows, value by value: a Session holds these, and none of them knows of sessions."""
