import { GRADERS, type Grader, QUALIFIER_TYPES, type QualifierType } from '@gcd/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One graded copy. `grade` and `qualifier` are positions in the grade scale; at most one of them is set. */
@Entity('certs')
@Index('certs_bare_idx', { synchronize: false })
export class CertEntity {
  @PrimaryColumn('enum', {
    enum: GRADERS,
    enumName: 'grader',
    primaryKeyConstraintName: 'certs_pkey',
  })
  grader!: Grader;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'certs_pkey' })
  cert!: string;

  /** `cards.id` of the cert's card; null if the cert is not linked to a card. */
  @Column('integer', { nullable: true })
  card!: number | null;

  @Column('smallint', { nullable: true })
  grade!: number | null;

  @Column('smallint', { nullable: true })
  qualifier!: number | null;

  @Column('enum', {
    name: 'qualifier_type',
    enum: QUALIFIER_TYPES,
    enumName: 'qualifier_type',
    nullable: true,
  })
  qualifierType!: QualifierType | null;

  @Column('boolean', { name: 'has_auto_grade', default: false })
  hasAutoGrade!: boolean;

  /** First day of the month in which the cert was retrieved. */
  @Column('date', { name: 'retrieved_month', nullable: true })
  retrievedMonth!: string | null;

  @Column('real', { nullable: true })
  centering!: number | null;

  @Column('real', { nullable: true })
  corners!: number | null;

  @Column('real', { nullable: true })
  edges!: number | null;

  @Column('real', { nullable: true })
  surface!: number | null;

  /** Label of the grade; null if the label is the one in the grade scale. */
  @Column('text', { name: 'grade_label', nullable: true })
  gradeLabel!: string | null;

  @Column('text', { name: 'auto_grade_label', nullable: true })
  autoGradeLabel!: string | null;

  /** Description of a cert without a card; null if the cert has a card. */
  @Column('text', { nullable: true })
  description!: string | null;
}
