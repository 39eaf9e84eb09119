// The payment store on a real DynamoDB engine.

import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { storeContract } from '../../contract/store-contract.ts';
import { database } from './engine.ts';

const db = database();
storeContract('DynamoDB', async () => createPaymentStore(db.client, await db.freshTables()));
