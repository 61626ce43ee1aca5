// Adds two numbers.
int add(int left, int right) { return left + right; }
