"""What we add to a site beside the streamed pages: two documents, an entry in the navigation, a field for symbols."""
