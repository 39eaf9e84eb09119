// What checkout is given.

import type { Ambient } from '#core/ports/ambient.ts';
import type { Log } from '#core/ports/log.ts';
import type { RenderCharge } from '#core/ports/payment-provider.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { PaymentRuns } from '#core/ports/runs.ts';
import type { Settings } from '#core/settings/settings.ts';

export interface CheckoutDeps {
  readonly store: PaymentStore;
  readonly runs: PaymentRuns;
  readonly renderCharge: RenderCharge;
  readonly settings: Settings;
  readonly ambient: Ambient;
  readonly log: Log;
}
