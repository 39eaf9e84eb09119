/** The tables kept changing under us, or lack what must be there. The state machine catches it and reconciles. */
export class Contention extends Error {
  override readonly name = 'Contention';
}
