import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { lerEventoId, lerId } from './ids.ts';
import { readJson } from './json/read-json.ts';

const ler = (json: string) => lerId(readJson(json), 'id');

describe('an id', () => {
  it.each([
    ['"abc"', 'abc'],
    ['" a "', ' a '],
    ['0', '0'],
    ['-0', '0'],
    ['-7', '-7'],
    ['7.0', '7'],
    ['1e3', '1000'],
    ['1e20', '100000000000000000000'],
    ['9007199254740993', '9007199254740993'],
    ['"\u{FFFD}"', '\u{FFFD}'],
  ])('%s is %j', (json, id) => {
    expect(ler(json)).toEqual({ id });
  });
  it.each([
    ['null', 'id is missing'],
    ['""', 'id is empty'],
    ['1.5', 'id must be a string or a whole number'],
    ['1e21', 'id must be a string or a whole number'],
    ['1e400', 'id must be a string or a whole number'],
    ['false', 'id must be a string or a whole number'],
    ['{"a":1}', 'id must be a string or a whole number'],
    [String.raw`"\u0000"`, 'id contains a NUL character'],
    [String.raw`"\udfff"`, 'id contains half of a surrogate pair'],
    [JSON.stringify('🦆'.repeat(129)), 'id is longer than 512 bytes'],
  ])('%s is none', (json, quarentena) => {
    expect(ler(json)).toEqual({ quarentena });
  });
});

describe('the id of an event', () => {
  const ler = (id: string) => lerEventoId(id, 'id');

  it.each(['evt_1', 'apis:1', 'a:api:1', 'API:1', ':api:', 'poda'])('is kept as it came: %s', (id) => {
    expect(ler(id)).toEqual({ id });
  });
  it.each(['api:1', 'poda:1', 'api:', 'webhook:1', 'webhook:api:1'])('has a namespace of its own: %s', (id) => {
    expect(ler(id)).toEqual({ id: `webhook:${id}` });
  });
  it('counts its namespace as part of its 512 bytes', () => {
    expect(ler(`api:${'x'.repeat(500)}`)).toHaveProperty('id');
    expect(ler(`api:${'x'.repeat(501)}`)).toEqual({ quarentena: 'id is longer than 512 bytes' });
  });
  const id = fc.tuple(fc.array(fc.constantFrom('api:', 'poda:', 'webhook:')), fc.string({ maxLength: 2 }));
  test.prop([id, id])('stays as different from others as it was', ([p, a], [q, b]) => {
    const [um, outro] = [p.join('') + a, q.join('') + b];
    fc.pre(um !== '' && outro !== '' && um !== outro);
    expect(ler(um)).not.toEqual(ler(outro));
  });
});
