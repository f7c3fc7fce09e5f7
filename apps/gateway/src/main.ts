import { runProcess } from '@gcd/service';
import { gatewayConfig } from './config.js';
import { startGateway } from './gateway.js';

await runProcess('gateway', gatewayConfig, startGateway);
