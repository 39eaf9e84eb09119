// Which order ids exist: 1 to 36 of letters, digits, "_" and "-".

import type { Brand } from '../brand.ts';

export type OrderId = Brand<string, 'OrderId'>;

const ORDER_ID = /^[A-Za-z0-9_-]{1,36}$/;

export const isOrderId = (text: unknown): text is OrderId => typeof text === 'string' && ORDER_ID.test(text);

/** @throws RangeError */
export function orderId(text: string): OrderId {
  if (!isOrderId(text)) throw new RangeError('not an order id');
  return text;
}
