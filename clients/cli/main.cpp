#include <cstdio>

int main() { std::puts("rensa"); }
