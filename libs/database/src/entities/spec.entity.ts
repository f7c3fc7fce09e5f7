import { GRADERS, type Grader } from '@gcd/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A grader's spec number that is not linked to a card: either the mapping is still in progress, or there is no card.
 */
@Entity('specs')
export class SpecEntity {
  @PrimaryColumn('enum', {
    enum: GRADERS,
    enumName: 'grader',
    primaryKeyConstraintName: 'specs_pkey',
  })
  grader!: Grader;

  @PrimaryColumn('text', { name: 'spec_id', primaryKeyConstraintName: 'specs_pkey' })
  specId!: string;

  @PrimaryColumn('text', {
    name: 'grader_id2',
    default: '',
    primaryKeyConstraintName: 'specs_pkey',
  })
  graderId2!: string;

  @Column('enum', { enum: ['processing', 'unmapped'], enumName: 'spec_status' })
  status!: 'processing' | 'unmapped';
}
