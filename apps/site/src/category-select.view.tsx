import type { VNode } from 'preact';

/** Renders the field of a filter form that selects a category. @param value empty for all categories */
export function CategorySelect({
  value,
  categories = [],
}: {
  value: string;
  categories?: readonly string[] | undefined;
}): VNode {
  const isCurrent = (each: string) => each.toLowerCase() === value.toLowerCase();
  const isUnknown = value !== '' && !categories.some(isCurrent);
  return (
    <label>
      Category
      <select name="category">
        <option value="">Any</option>
        {isUnknown && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {categories.map((each) => (
          <option value={each} selected={isCurrent(each)}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
