// Preloaded into apps. Moves the process to a control group: CPU_GROUP_PROCESSES is the path of the group's process
// list.
const { writeFileSync } = require('node:fs');

writeFileSync(process.env.CPU_GROUP_PROCESSES, String(process.pid));
