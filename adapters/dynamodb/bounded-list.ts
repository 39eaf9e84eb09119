// How a list stays bounded: it is appended to while there is room, which is a condition; once full, its last entry is
// overwritten. One request would do on AWS, where an index past the end appends; dynoxide and others pad with nulls.

import type { Change, ItemWrite } from '#core/writes/write.ts';
import type { Placeholders } from './expression.ts';

type Append = Extract<Change, { do: 'append' }>;

const appends = (changes: readonly Change[]): Append[] => changes.filter((change) => change.do === 'append');

export function appendText({ attribute, entry, most }: Append, p: Placeholders, isFull: boolean): string {
  const name = p.name(attribute);
  return isFull ? `${name}[${most - 1}] = ${p.value(entry)}` : `${name} = list_append(${name}, ${p.value([entry])})`;
}

/** '' if the changes append to nothing. */
export const roomCondition = (changes: readonly Change[], p: Placeholders): string =>
  appends(changes)
    .map(({ attribute, most }) => `attribute_not_exists(${p.name(attribute)}[${most - 1}])`)
    .join(' AND ');

/** Whether the item's write may have failed for want of room. A list never shrinks, so this stays true. */
export const isFull = (item: ItemWrite | undefined, current: Readonly<Record<string, unknown>> | null): boolean =>
  item?.verb === 'update' &&
  appends(item.changes).some(({ attribute, most }) => {
    const list = current?.[attribute];
    return Array.isArray(list) && list.length >= most;
  });
