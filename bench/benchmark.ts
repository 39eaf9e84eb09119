// What a benchmark is given and hands back; the report is made of nothing else.

export interface Plot {
  /** In `bench/`. */
  readonly file: string;
  readonly svg: string;
  readonly about: string;
}

export interface Findings {
  readonly title: string;
  /** Markdown, one block each. */
  readonly blocks: readonly string[];
  readonly plots: readonly Plot[];
  /** Blocks that the README shows as well, by the name of their place in it. */
  readonly quoted?: Readonly<Record<string, string>>;
}

export interface Benchmark {
  readonly name: string;
  readonly about: string;
  run(say: (line: string) => void): Promise<Findings>;
}
