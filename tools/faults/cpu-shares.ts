import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PREFIX = `gcd-faults-${process.pid}-`;
/** Script that moves an app to its control group. */
const JOIN = fileURLToPath(new URL('./join-cpu-group.cjs', import.meta.url));

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
 */
export class CpuShares {
  private constructor(private readonly version: (typeof VERSIONS)[number]) {}

  /** Creates the control groups. @returns null if this process lacks the permission */
  static create(): CpuShares | null {
    for (const version of VERSIONS) {
      const { root, file } = version;
      const trial = path.join(root, `${PREFIX}trial`);
      try {
        mkdirSync(trial);
      } catch {
        continue;
      }
      const isSupported = existsSync(path.join(trial, file));
      rmdirSync(trial);
      if (isSupported) return new CpuShares(version);
    }
    return null;
  }

  /**
   * Moves a process to the group of its pod. Child processes that it starts later belong to the same group.
   * @param pod name of the app or server, followed by the number of the instance if there are several, such as
   * `certs-1`
   */
  assign(pod: string, pid: number): void {
    writeFileSync(this.processesOf(pod), String(pid));
  }

  /** Returns environment variables that make a Node process join the group of its pod when it starts. */
  variablesOf(pod: string): NodeJS.ProcessEnv {
    return { NODE_OPTIONS: `--require=${JOIN}`, CPU_GROUP_PROCESSES: this.processesOf(pod) };
  }

  /** Removes the groups. Their processes must have exited. */
  remove(): void {
    for (const name of readdirSync(this.version.root)) {
      if (name.startsWith(PREFIX)) rmdirSync(path.join(this.version.root, name));
    }
  }

  private processesOf(pod: string): string {
    return path.join(this.addGroup(pod), 'cgroup.procs');
  }

  private addGroup(pod: string): string {
    const { root, file, weightOfOneCpu } = this.version;
    const group = path.join(root, `${PREFIX}${pod}`);
    if (existsSync(group)) return group;
    mkdirSync(group);
    const cpus = CPU_REQUESTS[pod.replace(/-\d+$/, '')] ?? SERVICE_CPU_REQUEST;
    writeFileSync(path.join(group, file), String(cpus * weightOfOneCpu));
    return group;
  }
}
