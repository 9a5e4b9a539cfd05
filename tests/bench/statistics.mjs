/** @typedef {{where: string, name: string, value: number, unit: string}} Figure */

/** The value that the share `part` of the others does not exceed. @param {number[]} values @param {number} part 0.5 is the median */
export function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
