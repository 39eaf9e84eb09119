// The interpreter that core's tests run the deciding writes on keeps the contract that the engine keeps.

import { memoryStore } from './memory-store.ts';
import { storeContract } from './store-contract.ts';

storeContract('The interpreter', async () => memoryStore());
