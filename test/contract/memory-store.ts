// The deciding writes' interpreter as a payment store: what the contract says, without an engine.

import type { PaymentStore } from '#core/ports/payment-store.ts';
import { type Address, attemptAddress, clientKeyAddress, orderAddress, orderPartition } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Order } from '#core/records/order.ts';
import { Tables } from '../core/writes/interpreter.ts';

export function memoryStore(tables = new Tables()): PaymentStore {
  const read = async <Item>(at: Address) => tables.get(at) as Item | null;
  return {
    getOrder: (tenant, order) => read(orderAddress(tenant, order)),
    getAttempt: (ref) => read(attemptAddress(ref)),
    getClientKey: (scope) => read(clientKeyAddress(scope)),
    getOrderWithAttempts: async (tenant, order) => {
      const found = tables.get(orderAddress(tenant, order)) as Order | null;
      const pk = orderPartition(tenant, order);
      const attempts = tables.all().filter((item) => item.pk === pk && item.sk !== 'ORDER') as unknown as Attempt[];
      return found && { order: found, attempts: attempts.sort((a, b) => (a.attemptId < b.attemptId ? -1 : 1)) };
    },
    write: async (write) => tables.write(write),
  };
}
