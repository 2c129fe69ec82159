/** The mean; 0 of no numbers. @param {ArrayLike<number>} numbers */
export function mean(numbers) {
  let sum = 0;
  for (let at = 0; at < numbers.length; at += 1) sum += numbers[at];
  return sum / (numbers.length || 1);
}
