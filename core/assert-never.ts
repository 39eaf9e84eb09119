/** Closes a switch over a union: a member without an arm becomes a type error here, and a bug at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected member of a closed union: ${JSON.stringify(value)}`);
}
