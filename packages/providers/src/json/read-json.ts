import { afterString } from './after-string.ts';

/** 16 digits, a point among them allowed: with fewer a double prints back every id and amount. */
const SUSPECT = /\d[\d.]{15}/;
/** Whole numbers, exponent included, so that the digits of an exponent are never taken for a number of their own. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const SUSPECT_LENGTH = 16;

/**
 * JSON.parse, except that a number of 16 digits or more that a double does not print back comes back as the string of its
 * characters: ids beyond 2^53 stay exact. Shorter numbers are always doubles (so 1e400 is Infinity).
 * Throws SyntaxError exactly where JSON.parse does.
 *
 * Never build an id out of an object's keys: V8 in Node 24 can confuse the keys `q\` and `q"` (nodejs/node#63785).
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text); // first: what follows may trust that the text is JSON
  return SUSPECT.test(text) ? JSON.parse(quoteLongNumbers(text)) : value;
}

/** Walks the JSON from string to string and quotes the numbers between them that a double would change. */
function quoteLongNumbers(text: string): string {
  let out = '';
  let start = 0;
  while (start < text.length) {
    const opens = text.indexOf('"', start);
    const end = opens === -1 ? text.length : opens;
    const between = text.slice(start, end);
    out += between.length < SUSPECT_LENGTH ? between : between.replace(NUMBER, quoteIfLossy);
    start = opens === -1 ? text.length : afterString(text, opens);
    out += text.slice(end, start);
  }
  return out;
}

function quoteIfLossy(number: string): string {
  return !SUSPECT.test(number) || digits(number) === digits(String(Number(number))) ? number : `"${number}"`;
}

/** The significant digits of a number; '' for zero and for Infinity. */
function digits(number: string): string {
  const [mantissa = ''] = number.split(/[eE]/);
  const all = mantissa.replace(/[^\d]/g, '');
  let start = 0;
  let end = all.length;
  while (all[start] === '0') start++;
  // A loop, because /0+$/ takes quadratic time on a run of zeros that does not end the text.
  while (end > start && all[end - 1] === '0') end--;
  return all.slice(start, end);
}
