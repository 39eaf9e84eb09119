// All states that were seen, in the order in which they were found, told apart byte by byte.

import type { Codec } from './codec.ts';
import type { State } from './state.ts';

const PER_CHUNK = 2 ** 18;
const FEW_SLOTS = 2 ** 16;

export class StateStore {
  readonly #codec: Codec;
  readonly #chunks: Uint8Array[] = [];
  readonly #scratch: Uint8Array;
  #slots = new Int32Array(FEW_SLOTS).fill(-1);
  #count = 0;

  constructor(codec: Codec) {
    this.#codec = codec;
    this.#scratch = new Uint8Array(codec.size);
  }

  get count(): number {
    return this.#count;
  }

  get(n: number): State {
    return this.#codec.read(this.#chunk(n), this.#from(n));
  }

  /** Answers the state's number, and whether it was not there before. */
  add(state: State): { readonly n: number; readonly isNew: boolean } {
    this.#codec.write(state, this.#scratch, 0);
    const slot = this.#slotOf(this.#scratch, 0);
    const known = this.#slots[slot] ?? -1;
    if (known >= 0) return { n: known, isNew: false };
    const n = this.#count;
    if (n % PER_CHUNK === 0) this.#chunks.push(new Uint8Array(PER_CHUNK * this.#codec.size));
    this.#chunk(n).set(this.#scratch, this.#from(n));
    this.#slots[slot] = n;
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length) this.#grow();
    return { n, isNew: true };
  }

  #chunk(n: number): Uint8Array {
    return this.#chunks[Math.floor(n / PER_CHUNK)] as Uint8Array;
  }

  #from(n: number): number {
    return (n % PER_CHUNK) * this.#codec.size;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let n = 0; n < this.#count; n++) this.#slots[this.#slotOf(this.#chunk(n), this.#from(n))] = n;
  }

  /** Open addressing: the slot that holds these bytes, or the free one where they belong. */
  #slotOf(bytes: Uint8Array, from: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(bytes, from, this.#codec.size) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const n = this.#slots[slot] ?? -1;
      if (n < 0 || this.#same(n, bytes, from)) return slot;
    }
  }

  #same(n: number, bytes: Uint8Array, from: number): boolean {
    const chunk = this.#chunk(n);
    const at = this.#from(n);
    for (let i = 0; i < this.#codec.size; i++) if (chunk[at + i] !== bytes[from + i]) return false;
    return true;
  }
}

/** FNV-1a, and a finish that spreads it over the low bits. */
function hash(bytes: Uint8Array, from: number, size: number): number {
  let h = 0x811c9dc5;
  for (let i = from; i < from + size; i++) h = Math.imul(h ^ (bytes[i] ?? 0), 0x01000193);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}
