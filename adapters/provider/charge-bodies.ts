// How each adapter renders a charge; apart from the adapters, since checkout renders and does not send.

import type { RenderCharge } from '#core/ports/payment-provider.ts';
import type { ProviderSettings } from '#core/settings/settings.ts';
import { renderCharge } from './http/charge-body.ts';
import { renderStripeCharge } from './stripe/charge-body.ts';

const RENDER: Readonly<Record<ProviderSettings['adapter'], RenderCharge>> = {
  http: renderCharge,
  stripe: renderStripeCharge,
};

export const chargeRenderer = ({ adapter }: Pick<ProviderSettings, 'adapter'>): RenderCharge => RENDER[adapter];
