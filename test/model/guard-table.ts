// All guards, in the order in which they are told.

import { DECISION_GUARDS } from './decision-guards.ts';
import type { Guard } from './guards.ts';
import { WRITE_GUARDS } from './write-guards.ts';

export const GUARDS: readonly Guard[] = [...WRITE_GUARDS, ...DECISION_GUARDS];
