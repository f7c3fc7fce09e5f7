import { GRADERS, type Grader } from '@gcd/contracts';
import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

/** A grader card. Matched grader cards have the same `universal`: the id of the promoted grader card. */
@Entity('cards')
@Index('cards_universal_grader_key', ['universal', 'grader'], {
  unique: true,
  where: 'universal IS NOT NULL',
})
@Index('cards_grader_spec_id_idx', ['grader', 'specId'], { where: 'spec_id IS NOT NULL' })
@Check('cards_card_id_length', 'octet_length(card_id) = 20')
export class CardEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'cards_pkey',
  })
  id!: number;

  @Column('integer', { nullable: true })
  universal!: number | null;

  @ManyToOne(() => CardEntity)
  @JoinColumn({ name: 'universal', foreignKeyConstraintName: 'cards_universal_fkey' })
  promoted!: Relation<CardEntity> | null;

  /**
   * Who made the latest decision about `universal`: an operator or the matcher. A decision can also be to leave the
   * card unmatched. Null if there has been no decision. A `universal` without a source counts as `manual`.
   */
  @Column('enum', {
    name: 'matched_by',
    enum: ['manual', 'matcher'],
    enumName: 'match_source',
    nullable: true,
  })
  matchedBy!: 'manual' | 'matcher' | null;

  @Column('enum', { enum: GRADERS, enumName: 'grader' })
  grader!: Grader;

  /** Card id, stored as 20 bytes. The API shows it as 40 hexadecimal digits. */
  @Index('cards_card_id_key', { unique: true })
  @Column('bytea', { name: 'card_id' })
  cardId!: Buffer;

  @Column('text', { name: 'spec_id', nullable: true })
  specId!: string | null;

  @Column('text', { name: 'grader_id2', nullable: true })
  graderId2!: string | null;

  @Column('text')
  description!: string;

  @Column('text', { default: '' })
  category!: string;

  @Column('text', { default: '' })
  year!: string;

  @Column('text', { name: 'set_name', default: '' })
  setName!: string;

  @Column('text', { default: '' })
  name!: string;

  @Column('text', { name: 'card_number', default: '' })
  cardNumber!: string;

  @Column('text', { nullable: true })
  parallel!: string | null;

  @Column('text', { nullable: true })
  subset!: string | null;

  @Column('text', { name: 'set_url', nullable: true })
  setUrl!: string | null;
}
