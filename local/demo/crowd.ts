// Many at once, so many at a time, as a shop's customers come.

/** In the order of `all`, whichever ends first. */
export async function inParallel<Each, Seen>(
  atATime: number,
  all: readonly Each[],
  work: (each: Each) => Promise<Seen>,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  const left = all.entries();
  const worker = async () => {
    for (const [i, each] of left) seen[i] = await work(each);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return seen;
}
