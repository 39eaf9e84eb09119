// Our log lines as Powertools writes them: JSON, one line an event, with the request's id.

import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from '#core/ports/log.ts';

export const logger = new Logger();

export const log: Log = (event, facts) => logger.info(event, { ...facts });
