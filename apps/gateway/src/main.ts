import { runProcess } from '@gcd/process';
import { gatewayConfig } from './config.js';
import { startGateway } from './gateway.js';

await runProcess('gateway', gatewayConfig, startGateway);
