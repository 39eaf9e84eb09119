// A list of integers that grows without a box around each.

export class Ints {
  #all = new Int32Array(2 ** 12);
  length = 0;

  push(value: number): void {
    if (this.length === this.#all.length) {
      const more = new Int32Array(this.length * 2);
      more.set(this.#all);
      this.#all = more;
    }
    this.#all[this.length++] = value;
  }

  at(index: number): number {
    return this.#all[index] ?? -1;
  }
}
