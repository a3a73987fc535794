"""The commonest words of errors in other languages, in the order in which they decide.

German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese and Korean, as far as client libraries
and operating systems are translated. Written for text in its `spoken` form.
"""

from __future__ import annotations

import re
from typing import Final

from doublefire.model import Trouble


def _any(text: str) -> re.Pattern[str]:
    return re.compile("|".join(part.strip() for part in text.strip().split("\n")))


_DENIED = _any(
    r"""
    (?:vom|durch den) (?:be)?nutzer (?:abgelehnt|verweigert)|benutzer hat .{0,40}?abgelehnt
    (?:refusée?|rejetée?) par l'utilisat|(?:rechazad[oa]|denegad[oa]) por (?:el|la) usuari
    用户(?:已)?(?:拒绝|取消)|ユーザー.{0,6}拒否|사용자.{0,6}거부
    """
)
_UNREACHABLE = _any(
    r"""
    verbindung (?:wurde )?(?:abgelehnt|verweigert)|connexion refusée|conexión (?:rechazada|rehusada)
    conexão recusada|connessione rifiutata|verbinding geweigerd|отказано в подключении|соединение отклонено
    连接(?:被)?拒绝|连接被对方拒绝|無法連[線接]|接続.{0,4}拒否|无法连接|连接不上|연결.{0,4}거부
    """
)
_CONFLICT = _any(
    r"""
    existiert bereits|bereits (?:vorhanden|vergeben|gebucht|reserviert|belegt)|existe déjà
    déjà (?:réserv|pris|exist|utilis)
    ya (?:existe|está reservad|está ocupad|fue)|já existe|esiste già|già (?:esistente|prenotat)|bestaat al
    уже существует|уже занят
    已(?:经)?存在|已被(?:预订|预约|占用)|既に存在|すでに存在|予約済み|重複|이미 존재|이미 예약
    """
)
_TIMEOUT = _any(
    r"""
    zeitüberschreitung|zeitlimit|délai (?:d'attente )?(?:dépass|expir)\w*|expiration du délai
    temps d'attente dépassé
    tiempo (?:de espera|agotado|excedido)|se agotó el tiempo|tempo (?:limite|esgotado|scaduto)|scaduto il tempo
    time-?out verlopen
    время ожидания|тайм-?аут|превышен.{0,10}ожидан|超时|逾時|超時|タイムアウト|時間切れ|시간 ?초과
    """
)
_CANCELLED = _any(
    r"""
    abgebrochen|annulée?\b|cancelad[oa]\b|interrotto|geannuleerd|отменен|取消|キャンセル|中断|취소
    """
)
_CONNECTION = _any(
    r"""
    verbindung (?:\w+ )?(?:unterbrochen|getrennt|verloren|zurückgesetzt)
    connexion (?:\w+ )?(?:perdue|interrompue|réinitialisée|fermée)
    conexión (?:\w+ )?(?:perdida|interrumpida|restablecida|cerrada)|соединение (?:разорвано|потеряно|сброшено)
    连接(?:已|被)?(?:重置|关闭|断开|中断)|接続.{0,4}(?:切断|リセット)|연결.{0,4}(?:끊|재설정)
    """
)
_REFUSED = _any(
    r"""
    \babgelehnt\b|\bverweigert\b|\bungültige?[rsn]?\b|\bnicht gefunden\b|\bnicht gedeckt\b|\brefusée?s?\b
    \bnon valide\b|\bintrouvable\b
    \brechazad[oa]s?\b|\bdenegad[oa]s?\b|\bno válid[oa]s?\b|\binválid[oa]s?\b|\bno encontrad[oa]\b
    \bfondos insuficientes\b|\brecusad[oa]\b
    \brifiutat[oa]\b|\bnon trovat[oa]\b|\bgeweigerd\b|\bongeldig\b|отклонен|недостаточно|не найден|отказано
    拒绝|拒絕|拒否|余额不足|餘額不足|残高不足|参数(?:错误|无效)|无效|無効|不正な|未找到|不存在|見つかりません
    权限不足|未授权|거부|거절|잔액 부족|찾을 수 없
    """
)

ABROAD: Final = (
    (Trouble.DENIED, _DENIED),
    (Trouble.UNREACHABLE, _UNREACHABLE),
    (Trouble.CONFLICT, _CONFLICT),
    (Trouble.TIMEOUT, _TIMEOUT),
    (Trouble.CANCELLED, _CANCELLED),
    (Trouble.CONNECTION, _CONNECTION),
    (Trouble.REFUSED, _REFUSED),
)
