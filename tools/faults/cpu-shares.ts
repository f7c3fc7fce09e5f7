import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PREFIX = `gcd-faults-${process.pid}-`;

/**
 * CPU requests in CPUs, as in the manifests (`infra/k8s`). Every other process gets 1 CPU, which is the kernel's
 * default.
 */
const CPU_REQUESTS: Readonly<Record<string, number>> = {
  gateway: 1.5,
  postgres: 2,
  nats: 1,
  redis: 1,
};
const SERVICE_CPU_REQUEST = 0.75;

/** For each version of control groups, the file that stores CPU weights, and the weight that corresponds to one CPU. */
const VERSIONS = [
  { root: '/sys/fs/cgroup/cpu', file: 'cpu.shares', weightOfOneCpu: 1024 },
  { root: '/sys/fs/cgroup', file: 'cpu.weight', weightOfOneCpu: 100 },
];

/**
 * Divides CPU time on a busy machine in proportion to the CPU requests of pods, as Kubernetes does. Each pod has its
 * own control group. Without these groups, every backend of PostgreSQL would get as much CPU time as a gateway.
 * Without the permission to create groups, this class does nothing.
 */
export class CpuShares {
  private readonly version = VERSIONS.find(isSupported);

  /**
   * Moves a process to the group of its pod. Child processes that it starts later belong to the same group.
   * @param pod name of the app or server
   * @param index number of the instance
   */
  assign(pod: string, pid: number, index = 0): void {
    if (!this.version) return;
    const { root, file, weightOfOneCpu } = this.version;
    const group = path.join(root, `${PREFIX}${pod}-${index}`);
    mkdirSync(group, { recursive: true });
    const cpus = CPU_REQUESTS[pod] ?? SERVICE_CPU_REQUEST;
    writeFileSync(path.join(group, file), String(cpus * weightOfOneCpu));
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
  }

  /** Removes the groups. Their processes must have exited. */
  remove(): void {
    if (!this.version) return;
    const { root } = this.version;
    for (const name of readdirSync(root)) {
      if (name.startsWith(PREFIX)) rmdirSync(path.join(root, name));
    }
  }
}

function isSupported({ root, file }: (typeof VERSIONS)[number]): boolean {
  const trial = path.join(root, `${PREFIX}trial`);
  try {
    mkdirSync(trial);
    const hasFile = existsSync(path.join(trial, file));
    rmdirSync(trial);
    return hasFile;
  } catch {
    return false;
  }
}
