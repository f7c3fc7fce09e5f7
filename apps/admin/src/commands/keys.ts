import { Command } from 'commander';
import { disableKeyCommand, enableKeyCommand, rotateKeyCommand } from './keys-change.js';
import { createKeyCommand } from './keys-create.js';
import { listKeysCommand } from './keys-list.js';

export function keysCommand(): Command {
  return new Command('keys')
    .description('Manages API keys. Only a hash of each key is stored.')
    .addCommand(createKeyCommand())
    .addCommand(listKeysCommand())
    .addCommand(disableKeyCommand())
    .addCommand(enableKeyCommand())
    .addCommand(rotateKeyCommand());
}
