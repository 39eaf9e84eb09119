// What a path segment says; one that is wrongly encoded says what it is.

export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
