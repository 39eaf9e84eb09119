// A request's headers by their names in lower case, repeated ones joined by a comma as an HTTP API does it.

interface WithHeaders {
  readonly headers?: Readonly<Record<string, string | null | undefined>> | null;
  /** A REST API's, where `headers` holds just the last of a name's values. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | null | undefined>> | null;
}

/** No value is dropped: of two different keys neither may pass for the only one. */
export function headersOf({ headers, multiValueHeaders }: WithHeaders): Readonly<Record<string, string>> {
  const repeated = joined(Object.entries(multiValueHeaders ?? {}).map(([name, values]) => [name, values ?? []]));
  const single = joined(Object.entries(headers ?? {}).map(([name, value]) => [name, value == null ? [] : [value]]));
  return Object.fromEntries([...single, ...repeated]);
}

function joined(fields: readonly (readonly [name: string, values: readonly string[]])[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, given] of fields)
    for (const value of given) {
      const key = name.toLowerCase();
      const before = values.get(key);
      values.set(key, before === undefined ? value : `${before},${value}`);
    }
  return values;
}
