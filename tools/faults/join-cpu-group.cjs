// Preloaded into apps: moves the process to the control group whose file CPU_GROUP_PROCESSES names.
const { writeFileSync } = require('node:fs');

writeFileSync(process.env.CPU_GROUP_PROCESSES, String(process.pid));
