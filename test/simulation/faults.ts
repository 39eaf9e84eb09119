// What goes wrong on our side, and where: a fault waits for its place in the sequence of operations, then for one that it fits.

export const FAULT_KINDS = [
  // A process dies: before its operation leaves, or after it was carried out and before its answer is read.
  'dies before',
  'dies after',
  // The function takes longer than its timeout; an operation takes seconds.
  'hangs',
  'delayed before',
  'delayed after',
  // Lambda does not invoke it, for now.
  'invocation throttled',
  // Step Functions delivers a task twice; a run is executed twice.
  'invoked twice',
  'executed twice',
  // Tables: refused for now; a transaction cancelled; done, and its answer lost; not to be had, undone or done.
  'throttled',
  'conflict',
  'answer lost',
  'table down',
  'table down, done',
  // Workflows: not started; started minutes later; started, and its answer lost; the run is alive, and is said not to be.
  'start fails',
  'starts late',
  'start answer lost',
  'run not seen',
  // The schedule fires twice.
  'sweep twice',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  /** The number of the operation from which on it waits. */
  readonly from: number;
  readonly kind: FaultKind;
}

export interface Faults {
  /** Every operation of a function begins with it, and learns whether its process dies when it has been carried out. */
  begin(): { readonly diesAfter: boolean };
  /** Whether a fault of one of these kinds happens here; each happens once. */
  take(...kinds: readonly FaultKind[]): FaultKind | null;
  /** A process died after its operation, as `begin` said. */
  died(): void;
  /** Operations so far. */
  readonly operations: number;
  readonly happened: readonly FaultKind[];
}

export function faultsOf(plan: readonly Fault[]): Faults {
  const waiting = [...plan];
  const happened: FaultKind[] = [];
  let operations = 0;
  return {
    begin: () => {
      operations += 1;
      // By the operation that begins: while it is under way, others begin and end.
      const death = waiting.findIndex(({ from, kind }) => from <= operations && kind === 'dies after');
      if (death >= 0) waiting.splice(death, 1);
      return { diesAfter: death >= 0 };
    },
    died: () => void happened.push('dies after'),
    take: (...kinds) => {
      const found = waiting.findIndex(({ from, kind }) => from <= operations && kinds.includes(kind));
      if (found < 0) return null;
      const [fault] = waiting.splice(found, 1);
      if (fault) happened.push(fault.kind);
      return fault?.kind ?? null;
    },
    get operations() {
      return operations;
    },
    happened,
  };
}
