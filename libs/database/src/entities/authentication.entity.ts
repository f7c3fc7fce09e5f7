import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A signed item that was authenticated but not graded. */
@Entity('authentications')
@Index('authentications_bare_idx', { synchronize: false })
export class AuthenticationEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'authentications_pkey' })
  cert!: string;

  @Column('text')
  description!: string;

  @Column('text')
  result!: string;

  @Column('text', { name: 'primary_subjects', array: true, default: '{}' })
  primarySubjects!: string[];

  @Column('text', { name: 'other_subjects', array: true, default: '{}' })
  otherSubjects!: string[];

  /** First day of the month in which the item was retrieved. */
  @Column('date', { name: 'retrieved_month', nullable: true })
  retrievedMonth!: string | null;
}
