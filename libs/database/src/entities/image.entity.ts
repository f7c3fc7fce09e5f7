import { GRADERS, type Grader } from '@gcd/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Image URLs of a cert. The URL of a side without an image is null. */
@Entity('images')
export class ImageEntity {
  @PrimaryColumn('enum', {
    enum: GRADERS,
    enumName: 'grader',
    primaryKeyConstraintName: 'images_pkey',
  })
  grader!: Grader;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'images_pkey' })
  cert!: string;

  @Column('text', { name: 'image_front', nullable: true })
  imageFront!: string | null;

  @Column('text', { name: 'image_back', nullable: true })
  imageBack!: string | null;
}
