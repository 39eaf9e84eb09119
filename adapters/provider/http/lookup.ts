// Which query asks for a reference's charges, a page at a time.

const PAGE_SIZE = 100;

/** `after`: the last id of the page before. */
export function lookupQuery(reference: string, after: string | null): string {
  const query = new URLSearchParams({ merchant_reference: reference, limit: String(PAGE_SIZE) });
  if (after !== null) query.set('starting_after', after);
  return query.toString();
}
