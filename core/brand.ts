/** A value that must not be mixed with others of its kind; made only by its validating constructor. */
export type Brand<Value, Name extends string> = Value & { readonly __brand: Name };
