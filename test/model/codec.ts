// How a state becomes bytes and comes back: one byte a number, in the order of the shape. Generated code, for speed.

import type { State } from './state.ts';

export interface Codec {
  readonly size: number;
  readonly copy: (state: State) => State;
  readonly write: (state: State, bytes: Uint8Array, from: number) => void;
  readonly read: (bytes: Uint8Array, from: number) => State;
}

/** Source of an object like `shape` in which each number is replaced by what `leaf` makes of its path. */
function source(shape: unknown, path: string, leaf: (path: string) => string): string {
  if (Array.isArray(shape)) return `[${shape.map((part, i) => source(part, `${path}[${i}]`, leaf)).join(',')}]`;
  if (typeof shape !== 'object' || shape === null) return leaf(path);
  const members = Object.entries(shape).map(([name, part]) => `${name}:${source(part, `${path}.${name}`, leaf)}`);
  return `{${members.join(',')}}`;
}

export function codecFor(shape: State): Codec {
  const paths: string[] = [];
  source(shape, 's', (path) => {
    paths.push(path);
    return '0';
  });
  let next = 0;
  const inOrder = (): string => `b[o+${next++}]`;
  return {
    size: paths.length,
    copy: new Function('s', `return ${source(shape, 's', (path) => path)}`) as Codec['copy'],
    write: new Function('s', 'b', 'o', paths.map((path, i) => `b[o+${i}]=${path}`).join(';')) as Codec['write'],
    read: new Function('b', 'o', `return ${source(shape, 's', inOrder)}`) as Codec['read'],
  };
}
