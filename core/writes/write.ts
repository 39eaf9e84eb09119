// The deciding writes as data: what must hold and what changes; an adapter turns each into one conditional request.

import type { Address } from '../records/address.ts';

export type Scalar = string | number | boolean;
/** What an attribute may hold: a scalar, a list, a set of numbers, or a record of such. */
export type Value = Scalar | object;

/** A missing attribute satisfies only `absent`. */
export type Condition =
  | { readonly is: 'absent' | 'present'; readonly attribute: string }
  | { readonly is: 'equal' | 'different'; readonly attribute: string; readonly value: Scalar }
  | { readonly is: 'atMost' | 'moreThan'; readonly attribute: string; readonly value: number }
  | { readonly is: 'any' | 'all'; readonly of: readonly Condition[] };

export type Change =
  | { readonly do: 'set'; readonly attribute: string; readonly value: Value }
  | { readonly do: 'setIfAbsent'; readonly attribute: string; readonly value: Value }
  | { readonly do: 'add'; readonly attribute: string; readonly by: number }
  | { readonly do: 'include' | 'exclude'; readonly attribute: string; readonly member: number }
  | { readonly do: 'remove'; readonly attribute: string }
  /** Appends; from `most` entries on, the last entry is replaced. */
  | { readonly do: 'append'; readonly attribute: string; readonly entry: Value; readonly most: number };

export type ItemWrite =
  | {
      readonly verb: 'put';
      readonly at: Address;
      readonly item: object;
      readonly require: readonly Condition[];
    }
  | {
      readonly verb: 'update';
      readonly at: Address;
      readonly changes: readonly Change[];
      readonly require: readonly Condition[];
    }
  | { readonly verb: 'check'; readonly at: Address; readonly require: readonly Condition[] };

/** One request: a single item's write, or one transaction of several. */
export interface DecidingWrite {
  /** The design's name for it, e.g. `claim-send`. */
  readonly name: string;
  /**
   * Unique per decision, the same on every retry of the request: recognises our own write when its answer was lost.
   * A single update stores it as `writeToken`; a transaction sends it as its token.
   */
  readonly token: string;
  readonly items: readonly [ItemWrite, ...ItemWrite[]];
}

type Name<Item> = keyof Item & string;

export const absent = <Item>(attribute: Name<Item>): Condition => ({ is: 'absent', attribute });
export const present = <Item>(attribute: Name<Item>): Condition => ({ is: 'present', attribute });
export const equal = <Item>(attribute: Name<Item>, value: Scalar): Condition => ({ is: 'equal', attribute, value });
export const different = <Item>(attribute: Name<Item>, value: Scalar): Condition => ({
  is: 'different',
  attribute,
  value,
});
export const atMost = <Item>(attribute: Name<Item>, value: number): Condition => ({ is: 'atMost', attribute, value });
export const moreThan = <Item>(attribute: Name<Item>, value: number): Condition => ({
  is: 'moreThan',
  attribute,
  value,
});
export const any = (...of: readonly Condition[]): Condition => ({ is: 'any', of });
export const all = (...of: readonly Condition[]): Condition => ({ is: 'all', of });
/** Every item has a `pk`, so its absence is the item's. */
export const NO_ITEM: Condition = { is: 'absent', attribute: 'pk' };

export const set = <Item>(attribute: Name<Item>, value: Value): Change => ({ do: 'set', attribute, value });
export const setIfAbsent = <Item>(attribute: Name<Item>, value: Value): Change => ({
  do: 'setIfAbsent',
  attribute,
  value,
});
export const add = <Item>(attribute: Name<Item>, by: number): Change => ({ do: 'add', attribute, by });
export const include = <Item>(attribute: Name<Item>, member: number): Change => ({ do: 'include', attribute, member });
export const exclude = <Item>(attribute: Name<Item>, member: number): Change => ({ do: 'exclude', attribute, member });
export const remove = <Item>(attribute: Name<Item>): Change => ({ do: 'remove', attribute });
