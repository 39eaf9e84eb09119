// Powertools' records in the shop's table, under the conditions of its own DynamoDB layer.

import {
  IdempotencyItemAlreadyExistsError,
  IdempotencyItemNotFoundError,
  IdempotencyRecordStatus,
} from '@aws-lambda-powertools/idempotency';
import { BasePersistenceLayer, IdempotencyRecord } from '@aws-lambda-powertools/idempotency/persistence';
import type { IdempotencyRecordOptions } from '@aws-lambda-powertools/idempotency/types';
import type { Table } from './shop.ts';

export type StoredRecord = IdempotencyRecordOptions;

export class IdempotencyRecords extends BasePersistenceLayer {
  readonly #table: Table<StoredRecord>;
  readonly #now: () => number;

  constructor(table: Table<StoredRecord>, now: () => number) {
    super();
    this.#table = table;
    this.#now = now;
  }

  protected async _getRecord(key: string): Promise<IdempotencyRecord> {
    const found = await this.#table.read(key);
    if (!found) throw new IdempotencyItemNotFoundError();
    return new IdempotencyRecord(found);
  }

  protected async _putRecord(record: IdempotencyRecord): Promise<void> {
    let seen: StoredRecord | undefined;
    const isFree = (current: StoredRecord | undefined): boolean => {
      seen = current;
      return current === undefined || this.#isOver(current);
    };
    if (await this.#table.write(record.idempotencyKey, isFree, optionsOf(record))) return;
    throw new IdempotencyItemAlreadyExistsError('the key is in use', seen && new IdempotencyRecord(seen));
  }

  protected async _updateRecord(record: IdempotencyRecord): Promise<void> {
    await this.#table.write(record.idempotencyKey, () => true, optionsOf(record));
  }

  protected async _deleteRecord(record: IdempotencyRecord): Promise<void> {
    await this.#table.write(record.idempotencyKey, () => true, undefined);
  }

  #isOver({ status, expiryTimestamp, inProgressExpiryTimestamp }: StoredRecord): boolean {
    const now = this.#now();
    if (Number(expiryTimestamp) < now / 1_000) return true;
    return status === IdempotencyRecordStatus.INPROGRESS && Number(inProgressExpiryTimestamp) < now;
  }
}

const optionsOf = (record: IdempotencyRecord): StoredRecord => ({
  idempotencyKey: record.idempotencyKey,
  status: record.getStatus(),
  ...(record.expiryTimestamp === undefined ? {} : { expiryTimestamp: record.expiryTimestamp }),
  ...(record.inProgressExpiryTimestamp === undefined
    ? {}
    : { inProgressExpiryTimestamp: record.inProgressExpiryTimestamp }),
  ...(record.responseData === undefined ? {} : { responseData: record.responseData }),
  ...(record.payloadHash === undefined ? {} : { payloadHash: record.payloadHash }),
});
