import { runProcess } from '@gcd/process';
import { siteConfig } from './config.js';
import { startSite } from './site.js';

await runProcess('site', siteConfig, startSite);
