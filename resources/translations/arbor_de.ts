<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name></name>
    <message>
        <source>$ a month</source>
        <translation>$ im Monat</translation>
    </message>
    <message numerus="yes">
        <source>%n accepted</source>
        <translation>
            <numerusform>%n angenommen</numerusform>
            <numerusform>%n angenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n hinzugefügt</numerusform>
            <numerusform>%n hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n archived memories</source>
        <translation>
            <numerusform>%n archivierte Erinnerung</numerusform>
            <numerusform>%n archivierte Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n archived or inactive matches.</source>
        <translation>
            <numerusform>%n archivierter oder inaktiver Treffer.</numerusform>
            <numerusform>%n archivierte oder inaktive Treffer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are left: they contradict or update other memories</source>
        <translation>
            <numerusform>%n bleibt: Sie widerspricht einer anderen Erinnerung oder aktualisiert sie</numerusform>
            <numerusform>%n bleiben: Sie widersprechen anderen Erinnerungen oder aktualisieren sie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are not read until you start them</source>
        <translation>
            <numerusform>%n wird erst gelesen, wenn Sie es starten</numerusform>
            <numerusform>%n werden erst gelesen, wenn Sie es starten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are saved already.</source>
        <translation>
            <numerusform>%n ist schon gespeichert.</numerusform>
            <numerusform>%n sind schon gespeichert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n by you</source>
        <translation>
            <numerusform>%n von Ihnen</numerusform>
            <numerusform>%n von Ihnen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n Byte</numerusform>
            <numerusform>%n Byte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n Anfrage</numerusform>
            <numerusform>%n Anfragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls without a price</source>
        <translation>
            <numerusform>%n Anfrage ohne Preis</numerusform>
            <numerusform>%n Anfragen ohne Preis</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n characters too long.</source>
        <translation>
            <numerusform>%n Zeichen zu lang.</numerusform>
            <numerusform>%n Zeichen zu lang.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n confirmed outdated</source>
        <translation>
            <numerusform>%n als veraltet bestätigt</numerusform>
            <numerusform>%n als veraltet bestätigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts</source>
        <translation>
            <numerusform>%n Konflikt</numerusform>
            <numerusform>%n Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts decided</source>
        <translation>
            <numerusform>%n Konflikt entschieden</numerusform>
            <numerusform>%n Konflikte entschieden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts found</source>
        <translation>
            <numerusform>%n Konflikt gefunden</numerusform>
            <numerusform>%n Konflikte gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts with your memories: you decide them in Conflicts.</source>
        <translation>
            <numerusform>%n Konflikt mit Ihren Erinnerungen: Sie entscheiden ihn unter Konflikte.</numerusform>
            <numerusform>%n Konflikte mit Ihren Erinnerungen: Sie entscheiden sie unter Konflikte.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations</source>
        <translation>
            <numerusform>%n Gespräch</numerusform>
            <numerusform>%n Gespräche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are ignored</source>
        <translation>
            <numerusform>%n Gespräch wird ignoriert</numerusform>
            <numerusform>%n Gespräche werden ignoriert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are no longer ignored</source>
        <translation>
            <numerusform>%n Gespräch wird nicht mehr ignoriert</numerusform>
            <numerusform>%n Gespräche werden nicht mehr ignoriert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are read now</source>
        <translation>
            <numerusform>%n Gespräch wird jetzt gelesen</numerusform>
            <numerusform>%n Gespräche werden jetzt gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting; nothing was lost.</source>
        <translation>
            <numerusform>%n Gespräch wartet; nichts ging verloren.</numerusform>
            <numerusform>%n Gespräche warten; nichts ging verloren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are with Anthropic, answered within a day.</source>
        <translation>
            <numerusform>%n Gespräch liegt bei Anthropic und wird binnen eines Tages beantwortet.</numerusform>
            <numerusform>%n Gespräche liegen bei Anthropic und werden binnen eines Tages beantwortet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations found</source>
        <translation>
            <numerusform>%n Gespräch gefunden</numerusform>
            <numerusform>%n Gespräche gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations imported</source>
        <translation>
            <numerusform>%n Gespräch importiert</numerusform>
            <numerusform>%n Gespräche importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations read</source>
        <translation>
            <numerusform>%n Gespräch gelesen</numerusform>
            <numerusform>%n Gespräche gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read</source>
        <translation>
            <numerusform>%n Gespräch zu lesen</numerusform>
            <numerusform>%n Gespräche zu lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read.</source>
        <translation>
            <numerusform>%n Gespräch zu lesen.</numerusform>
            <numerusform>%n Gespräche zu lesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be read</source>
        <translation>
            <numerusform>%n konnte nicht gelesen werden</numerusform>
            <numerusform>%n konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged memories</source>
        <translation>
            <numerusform>%n beschädigte Erinnerung</numerusform>
            <numerusform>%n beschädigte Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days ago</source>
        <translation>
            <numerusform>vor %n Tag</numerusform>
            <numerusform>vor %n Tagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days apart</source>
        <translation>
            <numerusform>%n Tag auseinander</numerusform>
            <numerusform>%n Tage auseinander</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n details</source>
        <translation>
            <numerusform>%n Angabe</numerusform>
            <numerusform>%n Angaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n did not work</source>
        <translation>
            <numerusform>%n half nicht</numerusform>
            <numerusform>%n halfen nicht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n duplicates</source>
        <translation>
            <numerusform>%n Duplikat</numerusform>
            <numerusform>%n Duplikate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edits undone</source>
        <translation>
            <numerusform>%n Änderung rückgängig gemacht</numerusform>
            <numerusform>%n Änderungen rückgängig gemacht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries are skipped.</source>
        <translation>
            <numerusform>%n Eintrag wird übersprungen.</numerusform>
            <numerusform>%n Einträge werden übersprungen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were added to the file outside Arbor and need review.</source>
        <translation>
            <numerusform>%n Eintrag wurde außerhalb von Arbor zur Datei hinzugefügt und ist zu prüfen.</numerusform>
            <numerusform>%n Einträge wurden außerhalb von Arbor zur Datei hinzugefügt und sind zu prüfen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors not solved</source>
        <translation>
            <numerusform>%n Fehler nicht behoben</numerusform>
            <numerusform>%n Fehler nicht behoben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors solved</source>
        <translation>
            <numerusform>%n Fehler behoben</numerusform>
            <numerusform>%n Fehler behoben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n gefunden</numerusform>
            <numerusform>%n gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>vor %n Std.</numerusform>
            <numerusform>vor %n Std.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hooks not responding</source>
        <translation>
            <numerusform>%n Hook antwortet nicht</numerusform>
            <numerusform>%n Hooks antworten nicht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours ago</source>
        <translation>
            <numerusform>vor %n Stunde</numerusform>
            <numerusform>vor %n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n installed</source>
        <translation>
            <numerusform>%n installiert</numerusform>
            <numerusform>%n installiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kept</source>
        <translation>
            <numerusform>%n behalten</numerusform>
            <numerusform>%n behalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines added</source>
        <translation>
            <numerusform>%n Zeile hinzugefügt</numerusform>
            <numerusform>%n Zeilen hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines removed</source>
        <translation>
            <numerusform>%n Zeile entfernt</numerusform>
            <numerusform>%n Zeilen entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n Verknüpfung</numerusform>
            <numerusform>%n Verknüpfungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n long memories</source>
        <translation>
            <numerusform>%n lange Erinnerung</numerusform>
            <numerusform>%n lange Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n made</source>
        <translation>
            <numerusform>%n erstellt</numerusform>
            <numerusform>%n erstellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marked outdated</source>
        <translation>
            <numerusform>%n als veraltet markiert</numerusform>
            <numerusform>%n als veraltet markiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches are hidden by filters.</source>
        <translation>
            <numerusform>%n Treffer ist durch Filter ausgeblendet.</numerusform>
            <numerusform>%n Treffer sind durch Filter ausgeblendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories</source>
        <translation>
            <numerusform>%n Erinnerung</numerusform>
            <numerusform>%n Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories accepted</source>
        <translation>
            <numerusform>%n Erinnerung angenommen</numerusform>
            <numerusform>%n Erinnerungen angenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories archived</source>
        <translation>
            <numerusform>%n Erinnerung archiviert</numerusform>
            <numerusform>%n Erinnerungen archiviert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories are back</source>
        <translation>
            <numerusform>%n Erinnerung ist wieder da</numerusform>
            <numerusform>%n Erinnerungen sind wieder da</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories are global</source>
        <translation>
            <numerusform>%n Erinnerung ist global</numerusform>
            <numerusform>%n Erinnerungen sind global</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories below.</source>
        <translation>
            <numerusform>%n Erinnerung unten.</numerusform>
            <numerusform>%n Erinnerungen unten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories changed</source>
        <translation>
            <numerusform>%n Erinnerung geändert</numerusform>
            <numerusform>%n Erinnerungen geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed</source>
        <translation>
            <numerusform>%n Erinnerung bestätigt</numerusform>
            <numerusform>%n Erinnerungen bestätigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed to be outdated</source>
        <translation>
            <numerusform>%n Erinnerung als veraltet bestätigt</numerusform>
            <numerusform>%n Erinnerungen als veraltet bestätigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted</source>
        <translation>
            <numerusform>%n Erinnerung gelöscht</numerusform>
            <numerusform>%n Erinnerungen gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted permanently</source>
        <translation>
            <numerusform>%n Erinnerung endgültig gelöscht</numerusform>
            <numerusform>%n Erinnerungen endgültig gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories exported to {file}</source>
        <translation>
            <numerusform>%n Erinnerung nach {file} exportiert</numerusform>
            <numerusform>%n Erinnerungen nach {file} exportiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories found</source>
        <translation>
            <numerusform>%n Erinnerung gefunden</numerusform>
            <numerusform>%n Erinnerungen gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories imported</source>
        <translation>
            <numerusform>%n Erinnerung importiert</numerusform>
            <numerusform>%n Erinnerungen importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories limited to projects</source>
        <translation>
            <numerusform>%n Erinnerung auf Projekte beschränkt</numerusform>
            <numerusform>%n Erinnerungen auf Projekte beschränkt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories merged</source>
        <translation>
            <numerusform>%n Erinnerung zusammengeführt</numerusform>
            <numerusform>%n Erinnerungen zusammengeführt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories need review.</source>
        <translation>
            <numerusform>%n Erinnerung ist zu prüfen.</numerusform>
            <numerusform>%n Erinnerungen sind zu prüfen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories rejected</source>
        <translation>
            <numerusform>%n Erinnerung abgelehnt</numerusform>
            <numerusform>%n Erinnerungen abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories removed again</source>
        <translation>
            <numerusform>%n Erinnerung wieder entfernt</numerusform>
            <numerusform>%n Erinnerungen wieder entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <comment>by undoing a run</comment>
        <translation>
            <numerusform>%n Erinnerung wiederhergestellt</numerusform>
            <numerusform>%n Erinnerungen wiederhergestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <translation>
            <numerusform>%n Erinnerung wiederhergestellt</numerusform>
            <numerusform>%n Erinnerungen wiederhergestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories saved</source>
        <translation>
            <numerusform>%n Erinnerung gespeichert</numerusform>
            <numerusform>%n Erinnerungen gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories selected</source>
        <translation>
            <numerusform>%n Erinnerung ausgewählt</numerusform>
            <numerusform>%n Erinnerungen ausgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories shared first</source>
        <translation>
            <numerusform>%n Erinnerung zuerst weitergegeben</numerusform>
            <numerusform>%n Erinnerungen zuerst weitergegeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories without links are not shown</source>
        <translation>
            <numerusform>%n Erinnerung ohne Verknüpfungen wird nicht angezeigt</numerusform>
            <numerusform>%n Erinnerungen ohne Verknüpfungen werden nicht angezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages</source>
        <translation>
            <numerusform>%n Nachricht</numerusform>
            <numerusform>%n Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>vor %n Min.</numerusform>
            <numerusform>vor %n Min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months</source>
        <translation>
            <numerusform>%n Monat</numerusform>
            <numerusform>%n Monate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months ago</source>
        <translation>
            <numerusform>vor %n Monat</numerusform>
            <numerusform>vor %n Monaten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months apart</source>
        <translation>
            <numerusform>%n Monat auseinander</numerusform>
            <numerusform>%n Monate auseinander</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more like this.</source>
        <translation>
            <numerusform>%n weitere dieser Art.</numerusform>
            <numerusform>%n weitere dieser Art.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more memories shared</source>
        <translation>
            <numerusform>%n weitere Erinnerung weitergegeben</numerusform>
            <numerusform>%n weitere Erinnerungen weitergegeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need review.</source>
        <translation>
            <numerusform>%n ist zu prüfen.</numerusform>
            <numerusform>%n sind zu prüfen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n neu</numerusform>
            <numerusform>%n neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new conflicts</source>
        <translation>
            <numerusform>%n neuer Konflikt</numerusform>
            <numerusform>%n neue Konflikte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new memories</source>
        <translation>
            <numerusform>%n neue Erinnerung</numerusform>
            <numerusform>%n neue Erinnerungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the project left out</source>
        <translation>
            <numerusform>%n des Projekts ausgelassen</numerusform>
            <numerusform>%n des Projekts ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have no price.</source>
        <translation>
            <numerusform>%n davon hat keinen Preis.</numerusform>
            <numerusform>%n davon haben keinen Preis.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old messages</source>
        <translation>
            <numerusform>%n alte Nachricht</numerusform>
            <numerusform>%n alte Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old outcomes</source>
        <translation>
            <numerusform>%n altes Ergebnis</numerusform>
            <numerusform>%n alte Ergebnisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outdated</source>
        <translation>
            <numerusform>%n veraltet</numerusform>
            <numerusform>%n veraltet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs</source>
        <translation>
            <numerusform>%n Paar</numerusform>
            <numerusform>%n Paare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures saved in {folder}</source>
        <translation>
            <numerusform>%n Bild in {folder} gespeichert</numerusform>
            <numerusform>%n Bilder in {folder} gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation>
            <numerusform>%n Stelle</numerusform>
            <numerusform>%n Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n private ones left out</source>
        <translation>
            <numerusform>%n private ausgelassen</numerusform>
            <numerusform>%n private ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems found</source>
        <translation>
            <numerusform>%n Problem gefunden</numerusform>
            <numerusform>%n Probleme gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems of the file</source>
        <translation>
            <numerusform>%n Problem der Datei</numerusform>
            <numerusform>%n Probleme der Datei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n projects</source>
        <translation>
            <numerusform>%n Projekt</numerusform>
            <numerusform>%n Projekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n records</source>
        <translation>
            <numerusform>%n Datensatz</numerusform>
            <numerusform>%n Datensätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rejected</source>
        <translation>
            <numerusform>%n abgelehnt</numerusform>
            <numerusform>%n abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n entfernt</numerusform>
            <numerusform>%n entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs failed.</source>
        <translation>
            <numerusform>%n Lauf ist fehlgeschlagen.</numerusform>
            <numerusform>%n Läufe sind fehlgeschlagen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search indexes</source>
        <translation>
            <numerusform>%n Suchindex</numerusform>
            <numerusform>%n Suchindizes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shared</source>
        <translation>
            <numerusform>%n weitergegeben</numerusform>
            <numerusform>%n weitergegeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shown</source>
        <translation>
            <numerusform>%n angezeigt</numerusform>
            <numerusform>%n angezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n similar tasks</source>
        <translation>
            <numerusform>%n ähnliche Aufgabe</numerusform>
            <numerusform>%n ähnliche Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sources</source>
        <translation>
            <numerusform>%n Quelle</numerusform>
            <numerusform>%n Quellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggested</source>
        <translation>
            <numerusform>%n vorgeschlagen</numerusform>
            <numerusform>%n vorgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions</source>
        <translation>
            <numerusform>%n Vorschlag</numerusform>
            <numerusform>%n Vorschläge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions accepted</source>
        <translation>
            <numerusform>%n Vorschlag angenommen</numerusform>
            <numerusform>%n Vorschläge angenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions from AI tools</source>
        <translation>
            <numerusform>%n Vorschlag von KI-Werkzeugen</numerusform>
            <numerusform>%n Vorschläge von KI-Werkzeugen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions need review again</source>
        <translation>
            <numerusform>%n Vorschlag ist wieder zu prüfen</numerusform>
            <numerusform>%n Vorschläge sind wieder zu prüfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions rejected</source>
        <translation>
            <numerusform>%n Vorschlag abgelehnt</numerusform>
            <numerusform>%n Vorschläge abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n summaries</source>
        <translation>
            <numerusform>%n Zusammenfassung</numerusform>
            <numerusform>%n Zusammenfassungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>%n Mal</numerusform>
            <numerusform>%n Mal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n zu lesen</numerusform>
            <numerusform>%n zu lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to review</source>
        <translation>
            <numerusform>%n zu prüfen</numerusform>
            <numerusform>%n zu prüfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tok</source>
        <translation>
            <numerusform>%n Tok.</numerusform>
            <numerusform>%n Tok.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool calls</source>
        <translation>
            <numerusform>%n Werkzeugaufruf</numerusform>
            <numerusform>%n Werkzeugaufrufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n updated</source>
        <translation>
            <numerusform>%n aktualisiert</numerusform>
            <numerusform>%n aktualisiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n used</source>
        <translation>
            <numerusform>%n verwendet</numerusform>
            <numerusform>%n verwendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n vectors</source>
        <translation>
            <numerusform>%n Vektor</numerusform>
            <numerusform>%n Vektoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n very certain, but in conflict</source>
        <translation>
            <numerusform>%n sehr sicher, aber im Konflikt</numerusform>
            <numerusform>%n sehr sicher, aber im Konflikt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks ago</source>
        <translation>
            <numerusform>vor %n Woche</numerusform>
            <numerusform>vor %n Wochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks apart</source>
        <translation>
            <numerusform>%n Woche auseinander</numerusform>
            <numerusform>%n Wochen auseinander</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were changed since and stay</source>
        <translation>
            <numerusform>%n wurde seither geändert und bleibt</numerusform>
            <numerusform>%n wurden seither geändert und bleiben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were wrong</source>
        <translation>
            <numerusform>%n war falsch</numerusform>
            <numerusform>%n waren falsch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n years</source>
        <translation>
            <numerusform>%n Jahr</numerusform>
            <numerusform>%n Jahre</numerusform>
        </translation>
    </message>
    <message>
        <source>(top folder)</source>
        <translation>(oberster Ordner)</translation>
    </message>
    <message>
        <source>, {done} of {total}</source>
        <translation>, {done} von {total}</translation>
    </message>
    <message>
        <source>0.02 more for each use, at most 1.20</source>
        <translation>0,02 mehr je Verwendung, höchstens 1,20</translation>
    </message>
    <message>
        <source>0.{first} to {last}</source>
        <translation>0,{first} bis {last}</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 Datei</translation>
    </message>
    <message>
        <source>1 if used today, less for each day since, at least 0.80</source>
        <translation>1 bei Verwendung heute, je Tag weniger, mindestens 0,80</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>1 Jahr</translation>
    </message>
    <message>
        <source>1.15 if the project&apos;s stack lists its technology, else 1</source>
        <translation>1,15, wenn das Projekt diese Technik verwendet, sonst 1</translation>
    </message>
    <message>
        <source>3</source>
        <translation>3</translation>
    </message>
    <message>
        <source>3 months</source>
        <translation>3 Monate</translation>
    </message>
    <message>
        <source>30 days</source>
        <translation>30 Tage</translation>
    </message>
    <message>
        <source>6 months</source>
        <translation>6 Monate</translation>
    </message>
    <message>
        <source>80</source>
        <translation>80</translation>
    </message>
    <message>
        <source>9 months</source>
        <translation>9 Monate</translation>
    </message>
    <message>
        <source>A branch appears here once a conversation or a memory belongs to it.</source>
        <translation>Ein Branch erscheint hier, sobald ein Gespräch oder eine Erinnerung zu ihm gehört.</translation>
    </message>
    <message>
        <source>A conversation</source>
        <translation>Ein Gespräch</translation>
    </message>
    <message>
        <source>A copy of each current file is kept in Arbor&apos;s backups.</source>
        <translation>Von jeder jetzigen Datei bleibt eine Kopie in Arbors Sicherungen.</translation>
    </message>
    <message>
        <source>A fact you said</source>
        <translation>Ein Fakt, den Sie genannt haben</translation>
    </message>
    <message>
        <source>A file changed in the meantime. Review the changes again.</source>
        <translation>Eine Datei wurde inzwischen geändert. Prüfen Sie die Änderungen erneut.</translation>
    </message>
    <message>
        <source>A folder of your own</source>
        <translation>Ein eigener Ordner</translation>
    </message>
    <message>
        <source>A folder with a BERT model.</source>
        <translation>Ein Ordner mit einem BERT-Modell.</translation>
    </message>
    <message>
        <source>A language model could answer this from the memories below.</source>
        <translation>Ein Sprachmodell könnte dies aus den Erinnerungen unten beantworten.</translation>
    </message>
    <message>
        <source>A memory that applies to this project</source>
        <translation>Eine Erinnerung, die in diesem Projekt gilt</translation>
    </message>
    <message>
        <source>A memory with confidence 0.90 today</source>
        <translation>Eine Erinnerung mit der Gewissheit 0,90 heute</translation>
    </message>
    <message>
        <source>A page for each category, made from your memories</source>
        <translation>Eine Seite je Kategorie, aus Ihren Erinnerungen</translation>
    </message>
    <message>
        <source>A server that speaks Anthropic&apos;s protocol, such as Ollama or LM Studio. If empty, Anthropic&apos;s own.</source>
        <translation>Ein Server mit dem Protokoll von Anthropic, etwa Ollama oder LM Studio. Leer: der von Anthropic.</translation>
    </message>
    <message>
        <source>A session of {tool}</source>
        <translation>Eine Sitzung von {tool}</translation>
    </message>
    <message>
        <source>A session of {tool} ran without contacting Arbor since {event}.</source>
        <translation>Eine Sitzung von {tool} lief ohne Verbindung zu Arbor, seit {event}.</translation>
    </message>
    <message>
        <source>A suggestion can&apos;t be edited. Ctrl O opens its memory.</source>
        <translation>Ein Vorschlag lässt sich nicht bearbeiten. Ctrl O öffnet die Erinnerung.</translation>
    </message>
    <message>
        <source>AI tools: install, repair, remove</source>
        <translation>KI-Werkzeuge: installieren, reparieren, entfernen</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>API key refused</source>
        <translation>API-Schlüssel abgelehnt</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>About the project</source>
        <translation>Über das Projekt</translation>
    </message>
    <message>
        <source>About this memory</source>
        <translation>Über diese Erinnerung</translation>
    </message>
    <message>
        <source>About you</source>
        <translation>Über Sie</translation>
    </message>
    <message>
        <source>About you: only when your prompt asks for it</source>
        <translation>Über Sie: nur wenn Ihr Prompt danach fragt</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message numerus="yes">
        <source>Accept %n very certain</source>
        <translation>
            <numerusform>%n sehr sichere annehmen</numerusform>
            <numerusform>%n sehr sichere annehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Accept all that are very certain</source>
        <translation>Alle sehr sicheren annehmen</translation>
    </message>
    <message>
        <source>Accept all very certain</source>
        <translation>Alle sehr sicheren annehmen</translation>
    </message>
    <message>
        <source>Accept and keep both</source>
        <translation>Annehmen und beide behalten</translation>
    </message>
    <message>
        <source>Accept and replace</source>
        <translation>Annehmen und ersetzen</translation>
    </message>
    <message>
        <source>Accept and replace it</source>
        <translation>Annehmen und sie ersetzen</translation>
    </message>
    <message>
        <source>Accept certain memories automatically</source>
        <translation>Sichere Erinnerungen automatisch annehmen</translation>
    </message>
    <message>
        <source>Accept very certain memories automatically. Memories that conflict with or update another one, and instructions that you did not state yourself, still need review.</source>
        <translation>Nimmt sehr sichere Erinnerungen automatisch an. Erinnerungen, die einer anderen widersprechen oder sie aktualisieren, und Anweisungen, die nicht von Ihnen stammen, sind weiter zu prüfen.</translation>
    </message>
    <message>
        <source>Accept with edit</source>
        <translation>Mit Änderung annehmen</translation>
    </message>
    <message>
        <source>Accept, reject; of an outdated one: keep, confirm</source>
        <translation>Annehmen, ablehnen; veraltete: behalten, bestätigen</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Accepted with your edit</source>
        <translation>Mit Ihrer Änderung angenommen</translation>
    </message>
    <message>
        <source>Accepted with your edit. It contradicts another memory: see Conflicts</source>
        <translation>Mit Ihrer Änderung angenommen. Sie widerspricht einer anderen Erinnerung: siehe Konflikte</translation>
    </message>
    <message>
        <source>Accepted. It replaced the older memory</source>
        <translation>Angenommen. Sie ersetzt die ältere Erinnerung</translation>
    </message>
    <message>
        <source>Accepting…</source>
        <translation>Wird angenommen&#xa0;…</translation>
    </message>
    <message numerus="yes">
        <source>Accepts %n memories, but for those that contradict or update others</source>
        <translation>
            <numerusform>Nimmt %n Erinnerung an, außer sie widerspricht anderen oder aktualisiert sie</numerusform>
            <numerusform>Nimmt %n Erinnerungen an, außer denen, die anderen widersprechen oder sie aktualisieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder to ignore</source>
        <translation>Ordner zum Ignorieren hinzufügen</translation>
    </message>
    <message>
        <source>Add a linked memory…</source>
        <translation>Verknüpfte Erinnerung hinzufügen&#xa0;…</translation>
    </message>
    <message>
        <source>Add alternative</source>
        <translation>Alternative hinzufügen</translation>
    </message>
    <message>
        <source>Add details</source>
        <translation>Angaben hinzufügen</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen&#xa0;…</translation>
    </message>
    <message>
        <source>Add memory</source>
        <translation>Erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>Add one by hand</source>
        <translation>Selbst eine hinzufügen</translation>
    </message>
    <message>
        <source>Add path or pattern</source>
        <translation>Pfad oder Muster hinzufügen</translation>
    </message>
    <message>
        <source>Add pattern</source>
        <translation>Muster hinzufügen</translation>
    </message>
    <message>
        <source>Add tag</source>
        <translation>Schlagwort hinzufügen</translation>
    </message>
    <message>
        <source>Add {what}</source>
        <translation>{what} hinzufügen</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Added by the assistant&apos;s program</source>
        <translation>Vom Programm des Assistenten hinzugefügt</translation>
    </message>
    <message>
        <source>Added by you</source>
        <translation>Von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>Added by you or an AI tool</source>
        <translation>Von Ihnen oder einem KI-Werkzeug hinzugefügt</translation>
    </message>
    <message>
        <source>Added by you.</source>
        <translation>Von Ihnen hinzugefügt.</translation>
    </message>
    <message>
        <source>Added {when}</source>
        <translation>Hinzugefügt {when}</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Adds relevant memories not yet shared in the session.</source>
        <translation>Fügt passende Erinnerungen hinzu, die in der Sitzung noch nicht weitergegeben wurden.</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen&#xa0;…</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message numerus="yes">
        <source>After %n days unused</source>
        <translation>
            <numerusform>Nach %n Tag ohne Verwendung</numerusform>
            <numerusform>Nach %n Tagen ohne Verwendung</numerusform>
        </translation>
    </message>
    <message>
        <source>After this many days a memory counts half as much as a new one.</source>
        <translation>Nach so vielen Tagen zählt eine Erinnerung halb so viel wie eine neue.</translation>
    </message>
    <message>
        <source>After “{action}” your AI will see, if there is room</source>
        <translation>Nach „{action}“ sieht Ihre KI, wenn Platz ist</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All charts as pictures…</source>
        <translation>Alle Diagramme als Bilder&#xa0;…</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
    <message>
        <source>All conflicts resolved</source>
        <translation>Alle Konflikte gelöst</translation>
    </message>
    <message>
        <source>All done</source>
        <translation>Alles erledigt</translation>
    </message>
    <message>
        <source>All figures as tables (ZIP)…</source>
        <translation>Alle Zahlen als Tabellen (ZIP)…</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All integrations…</source>
        <translation>Alle Anbindungen&#xa0;…</translation>
    </message>
    <message>
        <source>All memories ({count}) and lines of conversations ({lines}) are ready.</source>
        <translation>Alle Erinnerungen ({count}) und Gesprächszeilen ({lines}) sind bereit.</translation>
    </message>
    <message>
        <source>All memories and conversations are replaced by those in the backup. The current ones are backed up first.</source>
        <translation>Alle Erinnerungen und Gespräche werden durch die der Sicherung ersetzt. Die jetzigen werden zuerst gesichert.</translation>
    </message>
    <message>
        <source>All memories are left out; the list says why. Pin one to always include it.</source>
        <translation>Alle Erinnerungen sind ausgelassen; die Liste sagt, warum. Heften Sie eine an, damit sie immer dabei ist.</translation>
    </message>
    <message>
        <source>All memories are ready ({count}).</source>
        <translation>Alle Erinnerungen sind bereit ({count}).</translation>
    </message>
    <message>
        <source>All memories with their history, all saved conversations and the backups in Arbor&apos;s folder are erased. This cannot be undone.</source>
        <translation>Alle Erinnerungen mit ihrem Verlauf, alle gespeicherten Gespräche und die Sicherungen in Arbors Ordner werden gelöscht. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>All memories, and {done} of {total} lines of conversations</source>
        <translation>Alle Erinnerungen und {done} von {total} Gesprächszeilen</translation>
    </message>
    <message>
        <source>All memories, their history, all conversations and the backups in Arbor&apos;s folder. Your assistants&apos; own files are not touched.</source>
        <translation>Alle Erinnerungen, ihr Verlauf, alle Gespräche und die Sicherungen in Arbors Ordner. Die Dateien Ihrer Assistenten bleiben unberührt.</translation>
    </message>
    <message>
        <source>All of {group}</source>
        <translation>Alle von {group}</translation>
    </message>
    <message>
        <source>All projects</source>
        <translation>Alle Projekte</translation>
    </message>
    <message>
        <source>All sources</source>
        <translation>Alle Quellen</translation>
    </message>
    <message>
        <source>All tasks</source>
        <translation>Alle Aufgaben</translation>
    </message>
    <message>
        <source>All tasks, one after the other. You can keep working.</source>
        <translation>Alle Aufgaben nacheinander. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>Already saved. Confidence raised.</source>
        <translation>Schon gespeichert. Gewissheit erhöht.</translation>
    </message>
    <message>
        <source>Already up to date. No file would change.</source>
        <translation>Schon aktuell. Keine Datei würde sich ändern.</translation>
    </message>
    <message>
        <source>Also check sources at this interval, in case a change was missed.</source>
        <translation>Prüft Quellen auch in diesem Abstand, falls eine Änderung unbemerkt blieb.</translation>
    </message>
    <message>
        <source>Also find memories that mean the same. The model runs on this computer.</source>
        <translation>Findet auch Erinnerungen mit gleicher Bedeutung. Das Modell läuft auf diesem Computer.</translation>
    </message>
    <message>
        <source>Also find memories that mean the same. When off, search uses words only.</source>
        <translation>Findet auch Erinnerungen mit gleicher Bedeutung. Ausgeschaltet zählen nur Wörter.</translation>
    </message>
    <message>
        <source>Also include up to two similar past tasks and their outcome.</source>
        <translation>Gibt auch bis zu zwei ähnliche frühere Aufgaben mit ihrem Ergebnis weiter.</translation>
    </message>
    <message>
        <source>Also search conversations by meaning. They are prepared in the background.</source>
        <translation>Durchsucht auch Gespräche nach Bedeutung. Sie werden im Hintergrund vorbereitet.</translation>
    </message>
    <message>
        <source>Alternative {number}</source>
        <translation>Alternative {number}</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>Alternativen</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Always include</source>
        <translation>Immer einbeziehen</translation>
    </message>
    <message>
        <source>Always include, archive, merge those selected</source>
        <translation>Immer einbeziehen, archivieren, ausgewählte zusammenführen</translation>
    </message>
    <message>
        <source>Always included</source>
        <translation>Immer dabei</translation>
    </message>
    <message>
        <source>An agent</source>
        <translation>Ein Agent</translation>
    </message>
    <message>
        <source>Another Arbor process runs it</source>
        <translation>Ein anderer Arbor-Prozess führt es aus</translation>
    </message>
    <message>
        <source>Another tag</source>
        <translation>Weiteres Schlagwort</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer copied</source>
        <translation>Antwort kopiert</translation>
    </message>
    <message>
        <source>Answer from your memory</source>
        <translation>Antwort aus Ihren Erinnerungen</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Antwortet&#xa0;…</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>Anthropic API key</source>
        <translation>API-Schlüssel von Anthropic</translation>
    </message>
    <message>
        <source>Anthropic&apos;s service</source>
        <translation>Der Dienst von Anthropic</translation>
    </message>
    <message>
        <source>Anthropic&apos;s service can&apos;t be found. Is this computer online?</source>
        <translation>Der Dienst von Anthropic wurde nicht gefunden. Ist dieser Computer online?</translation>
    </message>
    <message>
        <source>Anthropic&apos;s service can&apos;t be reached. Check the network.</source>
        <translation>Der Dienst von Anthropic ist nicht erreichbar. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>Anthropic&apos;s service does not know the model {model}. Choose another one.</source>
        <translation>Der Dienst von Anthropic kennt das Modell {model} nicht. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Any server that speaks Anthropic&apos;s protocol, such as Ollama on this computer.</source>
        <translation>Jeder Server mit dem Protokoll von Anthropic, etwa Ollama auf diesem Computer.</translation>
    </message>
    <message>
        <source>Anywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Appearance and keyboard</source>
        <translation>Erscheinungsbild und Tastatur</translation>
    </message>
    <message>
        <source>Applies</source>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>Applies in</source>
        <translation>Gilt in</translation>
    </message>
    <message>
        <source>Applies in every project</source>
        <translation>Gilt in jedem Projekt</translation>
    </message>
    <message>
        <source>Applies to</source>
        <translation>Gilt für</translation>
    </message>
    <message>
        <source>Applies to (patterns of paths)</source>
        <translation>Gilt für (Pfadmuster)</translation>
    </message>
    <message>
        <source>Applies when</source>
        <translation>Gilt wenn</translation>
    </message>
    <message>
        <source>Applies when (one per line)</source>
        <translation>Gilt wenn (je Zeile eines)</translation>
    </message>
    <message>
        <source>Approach</source>
        <translation>Vorgehen</translation>
    </message>
    <message>
        <source>Arbor (demo)</source>
        <translation>Arbor (Demo)</translation>
    </message>
    <message>
        <source>Arbor backup (*.db)</source>
        <translation>Arbor-Sicherung (*.db)</translation>
    </message>
    <message>
        <source>Arbor deletes it. You can&apos;t undo this.</source>
        <translation>Arbor löscht sie. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Arbor does not write into it.</source>
        <translation>Arbor schreibt nicht hinein.</translation>
    </message>
    <message>
        <source>Arbor export (*.json)</source>
        <translation>Arbor-Export (*.json)</translation>
    </message>
    <message>
        <source>Arbor is paused.</source>
        <translation>Arbor ist angehalten.</translation>
    </message>
    <message>
        <source>Arbor is still running</source>
        <translation>Arbor läuft weiter</translation>
    </message>
    <message>
        <source>Arbor keeps running in the tray when you close the window.</source>
        <translation>Arbor läuft im Infobereich weiter, wenn Sie das Fenster schließen.</translation>
    </message>
    <message>
        <source>Arbor needs a key to ask Anthropic.</source>
        <translation>Arbor braucht einen Schlüssel, um Anthropic zu fragen.</translation>
    </message>
    <message>
        <source>Arbor reads nothing yet. Choose whose conversations it may read.</source>
        <translation>Arbor liest noch nichts. Wählen Sie, wessen Gespräche es lesen darf.</translation>
    </message>
    <message>
        <source>Arbor tries again at {time}.</source>
        <translation>Arbor versucht es um {time} erneut.</translation>
    </message>
    <message>
        <source>Arbor tries again now.</source>
        <translation>Arbor versucht es jetzt erneut.</translation>
    </message>
    <message>
        <source>Arbor&apos;s block is removed from the file. The rest is unchanged.</source>
        <translation>Arbors Block wird aus der Datei entfernt. Der Rest bleibt unverändert.</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Archive faded and unhelpful memories, compress old text, make a backup. A line of crontab, or off.</source>
        <translation>Verblasste und nutzlose Erinnerungen archivieren, alten Text komprimieren, sichern. Eine Crontab-Zeile oder off.</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
    <message numerus="yes">
        <source>Archived %n memories</source>
        <translation>
            <numerusform>%n Erinnerung archiviert</numerusform>
            <numerusform>%n Erinnerungen archiviert</numerusform>
        </translation>
    </message>
    <message>
        <source>Archived memories are deleted permanently, with their history.</source>
        <translation>Archivierte Erinnerungen werden endgültig gelöscht, mit ihrem Verlauf.</translation>
    </message>
    <message>
        <source>Archived memories are kept and can be restored at any time.</source>
        <translation>Archivierte Erinnerungen bleiben erhalten und lassen sich jederzeit wiederherstellen.</translation>
    </message>
    <message>
        <source>Archived, deleted, restored</source>
        <translation>Archiviert, gelöscht, wiederhergestellt</translation>
    </message>
    <message>
        <source>Archives faded, expired and unused memories, compresses old conversations as set below, and makes a backup.</source>
        <translation>Archiviert verblasste, abgelaufene und ungenutzte Erinnerungen, komprimiert alte Gespräche wie unten eingestellt und legt eine Sicherung an.</translation>
    </message>
    <message>
        <source>Arranging the graph</source>
        <translation>Graph wird angeordnet</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Ask anything</source>
        <translation>Fragen Sie etwas</translation>
    </message>
    <message>
        <source>Ask your memory</source>
        <translation>Fragen Sie Ihre Erinnerungen</translation>
    </message>
    <message>
        <source>Ask your memory: an answer from what is remembered</source>
        <translation>Erinnerungen fragen: eine Antwort aus dem, was gespeichert ist</translation>
    </message>
    <message>
        <source>Ask: {words}</source>
        <translation>Fragen: {words}</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Asking Anthropic…</source>
        <translation>Anthropic wird gefragt&#xa0;…</translation>
    </message>
    <message>
        <source>Asking claude…</source>
        <translation>claude wird gefragt&#xa0;…</translation>
    </message>
    <message>
        <source>Asking {host}…</source>
        <translation>{host} wird gefragt&#xa0;…</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt&#xa0;…</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>At a glance</source>
        <translation>Auf einen Blick</translation>
    </message>
    <message>
        <source>At least 3 characters.</source>
        <translation>Mindestens 3 Zeichen.</translation>
    </message>
    <message>
        <source>At least one memory helped in {part} of {whole} that were read since ({share}).</source>
        <translation>Mindestens eine Erinnerung half in {part} von {whole} seither gelesenen ({share}).</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Zu Beginn</translation>
    </message>
    <message>
        <source>At the start of a session</source>
        <translation>Zu Beginn einer Sitzung</translation>
    </message>
    <message>
        <source>Auto-accept</source>
        <translation>Automatisch annehmen</translation>
    </message>
    <message>
        <source>Auto-accept above</source>
        <translation>Automatisch annehmen ab</translation>
    </message>
    <message>
        <source>Auto-accept when very certain</source>
        <translation>Sehr sichere automatisch annehmen</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Automatic changes</source>
        <translation>Automatische Änderungen</translation>
    </message>
    <message>
        <source>Avoid</source>
        <translation>Vermeiden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>Jetzt sichern</translation>
    </message>
    <message>
        <source>Back up now…</source>
        <translation>Jetzt sichern&#xa0;…</translation>
    </message>
    <message>
        <source>Back up to</source>
        <translation>Sichern nach</translation>
    </message>
    <message>
        <source>Back up to a file</source>
        <translation>In eine Datei sichern</translation>
    </message>
    <message>
        <source>Backed up to {file}, {size}</source>
        <translation>Gesichert in {file}, {size}</translation>
    </message>
    <message>
        <source>Backed up to {path}</source>
        <translation>Gesichert in {path}</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Hintergrund</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Backups kept</source>
        <translation>Aufbewahrte Sicherungen</translation>
    </message>
    <message>
        <source>Based on confidence, recent use and how often each memory helped.</source>
        <translation>Aus Gewissheit, letzter Verwendung und wie oft jede Erinnerung half.</translation>
    </message>
    <message>
        <source>Based on confidence, recent use and how often it helped.</source>
        <translation>Aus Gewissheit, letzter Verwendung und wie oft sie half.</translation>
    </message>
    <message>
        <source>Before a restore</source>
        <translation>Vor einer Wiederherstellung</translation>
    </message>
    <message>
        <source>Before an update of Arbor</source>
        <translation>Vor einem Update von Arbor</translation>
    </message>
    <message>
        <source>Before you accept</source>
        <translation>Vor dem Annehmen</translation>
    </message>
    <message>
        <source>Before you decide</source>
        <translation>Vor der Entscheidung</translation>
    </message>
    <message>
        <source>Begin a new session of {tool}; it then gets your memories.</source>
        <translation>Beginnen Sie eine neue Sitzung von {tool}; sie erhält dann Ihre Erinnerungen.</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>Beginnt&#xa0;…</translation>
    </message>
    <message>
        <source>Being read</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>Being read now</source>
        <translation>Wird gerade gelesen</translation>
    </message>
    <message>
        <source>Best match</source>
        <translation>Bester Treffer</translation>
    </message>
    <message>
        <source>Best matches</source>
        <translation>Beste Treffer</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Both are kept and won&apos;t be flagged again unless one changes.</source>
        <translation>Beide bleiben und werden erst wieder gemeldet, wenn sich eine ändert.</translation>
    </message>
    <message>
        <source>Both originals are archived and linked from its Related tab.</source>
        <translation>Beide Originale werden archiviert und im Reiter „Verwandt“ verknüpft.</translation>
    </message>
    <message>
        <source>Both stay active, each for its own folder.</source>
        <translation>Beide bleiben aktiv, jede für ihren Ordner.</translation>
    </message>
    <message>
        <source>Both stay active, each with its condition.</source>
        <translation>Beide bleiben aktiv, jede mit ihrer Bedingung.</translation>
    </message>
    <message>
        <source>Both stay active. Your AI reads each in its own project.</source>
        <translation>Beide bleiben aktiv. Ihre KI liest jede in ihrem Projekt.</translation>
    </message>
    <message>
        <source>Both stay active. Your AI reads each on its own branch.</source>
        <translation>Beide bleiben aktiv. Ihre KI liest jede auf ihrem Branch.</translation>
    </message>
    <message>
        <source>Both were kept</source>
        <translation>Beide wurden behalten</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Branch</translation>
    </message>
    <message>
        <source>Branch memory</source>
        <translation>Branch-Erinnerung</translation>
    </message>
    <message>
        <source>Branch memory restored</source>
        <translation>Branch-Erinnerung wiederhergestellt</translation>
    </message>
    <message>
        <source>Branch {name}, checked out.</source>
        <translation>Branch {name}, ausgecheckt.</translation>
    </message>
    <message>
        <source>Branch {name}.</source>
        <translation>Branch {name}.</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Branches</translation>
    </message>
    <message>
        <source>Branches belong to a project</source>
        <translation>Branches gehören zu einem Projekt</translation>
    </message>
    <message>
        <source>Branches belong to one project</source>
        <translation>Branches gehören zu einem Projekt</translation>
    </message>
    <message>
        <source>Bring back a version</source>
        <translation>Eine Version zurückholen</translation>
    </message>
    <message>
        <source>Brought up to date</source>
        <translation>Auf den neuesten Stand gebracht</translation>
    </message>
    <message>
        <source>Bug patterns</source>
        <translation>Fehlermuster</translation>
    </message>
    <message>
        <source>Build CLAUDE.md from a base file and a branch file</source>
        <translation>CLAUDE.md aus einer Basisdatei und einer Branch-Datei bilden</translation>
    </message>
    <message>
        <source>Build CLAUDE.md from its parts</source>
        <translation>CLAUDE.md aus ihren Teilen bilden</translation>
    </message>
    <message>
        <source>Builds CLAUDE.md from CLAUDE_base.md and CLAUDE_&lt;branch&gt;.md of the checked-out branch, again at each switch.</source>
        <translation>Bildet CLAUDE.md aus CLAUDE_base.md und CLAUDE_&lt;branch&gt;.md des ausgecheckten Branchs, bei jedem Wechsel neu.</translation>
    </message>
    <message>
        <source>Busiest day: {day}, {count}</source>
        <translation>Tag mit den meisten: {day}, {count}</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Nach Kategorie</translation>
    </message>
    <message>
        <source>By installing an integration, you let that tool see the memories on the Context page. Memories in review and those marked “never share” are not shared.</source>
        <translation>Mit der Installation einer Anbindung lassen Sie dieses Werkzeug die Erinnerungen der Seite „Kontext“ sehen. Zu prüfende und nie weiterzugebende Erinnerungen werden nicht weitergegeben.</translation>
    </message>
    <message>
        <source>By installing an integration, you let that tool see your memories. You see each change before it is made.</source>
        <translation>Mit der Installation einer Anbindung lassen Sie dieses Werkzeug Ihre Erinnerungen sehen. Sie sehen jede Änderung vorher.</translation>
    </message>
    <message>
        <source>By installing, you let the AI look up your memories and suggest new ones.</source>
        <translation>Mit der Installation lassen Sie die KI Ihre Erinnerungen nachschlagen und neue vorschlagen.</translation>
    </message>
    <message>
        <source>By installing, you let {tool} sessions see your memories and those of their project, and let Arbor read them.</source>
        <translation>Mit der Installation lassen Sie Sitzungen von {tool} Ihre Erinnerungen und die ihres Projekts sehen und Arbor die Sitzungen lesen.</translation>
    </message>
    <message>
        <source>By source</source>
        <translation>Nach Quelle</translation>
    </message>
    <message>
        <source>By the {prices}</source>
        <translation>Nach den {prices}</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>Nach Art</translation>
    </message>
    <message>
        <source>Can&apos;t be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Can&apos;t read {place}</source>
        <translation>{place} ist nicht lesbar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel a request after this long without an answer, and try again later.</source>
        <translation>Bricht eine Anfrage nach so langer Zeit ohne Antwort ab und versucht es später erneut.</translation>
    </message>
    <message>
        <source>Cancel editing details</source>
        <translation>Bearbeiten der Angaben abbrechen</translation>
    </message>
    <message>
        <source>Cancel the download of {title}</source>
        <translation>Download von {title} abbrechen</translation>
    </message>
    <message>
        <source>Cancel the test</source>
        <translation>Test abbrechen</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>Abgebrochen. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Capture activity</source>
        <translation>Gelesene Gespräche</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Certain memories become active without review, unless they contradict or replace another one, or are instructions that you did not state.</source>
        <translation>Sichere Erinnerungen werden ohne Prüfung aktiv, außer sie widersprechen einer anderen, ersetzen sie oder sind Anweisungen, die nicht von Ihnen stammen.</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Change its confidence…</source>
        <translation>Gewissheit ändern&#xa0;…</translation>
    </message>
    <message>
        <source>Change of {path}</source>
        <translation>Änderung von {path}</translation>
    </message>
    <message>
        <source>Change the address</source>
        <translation>Adresse ändern</translation>
    </message>
    <message>
        <source>Change the budget</source>
        <translation>Budget ändern</translation>
    </message>
    <message>
        <source>Change them…</source>
        <translation>Ändern&#xa0;…</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changed file</source>
        <translation>Geänderte Datei</translation>
    </message>
    <message>
        <source>Changed {done} of {total} memories…</source>
        <translation>{done} von {total} Erinnerungen geändert&#xa0;…</translation>
    </message>
    <message>
        <source>Changed {when}</source>
        <translation>Geändert {when}</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Changes apply to all selected memories. One undo reverts them.</source>
        <translation>Änderungen gelten für alle ausgewählten Erinnerungen. Einmal Rückgängig macht sie ungeschehen.</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Charts, timeline, graph</source>
        <translation>Diagramme, Zeitachse, Graph</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat with a model that remembers</source>
        <translation>Chat mit einem Modell, das sich erinnert</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check and tidy everything. A line of crontab, or off.</source>
        <translation>Alles prüfen und aufräumen. Eine Crontab-Zeile oder off.</translation>
    </message>
    <message>
        <source>Check the memory file</source>
        <translation>Erinnerungsdatei prüfen</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Checked out</source>
        <translation>Ausgecheckt</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft&#xa0;…</translation>
    </message>
    <message>
        <source>Checks every memory, reference and index, repairs the search index, and compacts the memory file.</source>
        <translation>Prüft jede Erinnerung, jeden Verweis und Index, repariert den Suchindex und verkleinert die Erinnerungsdatei.</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Choose a backup file.</source>
        <translation>Sicherungsdatei wählen.</translation>
    </message>
    <message>
        <source>Choose a branch</source>
        <translation>Branch wählen</translation>
    </message>
    <message>
        <source>Choose a branch for each.</source>
        <translation>Wählen Sie für jede einen Branch.</translation>
    </message>
    <message>
        <source>Choose a folder to ignore</source>
        <translation>Ordner zum Ignorieren wählen</translation>
    </message>
    <message>
        <source>Choose a folder with a model</source>
        <translation>Ordner mit einem Modell wählen</translation>
    </message>
    <message>
        <source>Choose a folder with conversations</source>
        <translation>Ordner mit Gesprächen wählen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Choose a project</source>
        <translation>Projekt wählen</translation>
    </message>
    <message>
        <source>Choose a project for at least one.</source>
        <translation>Wählen Sie für mindestens eine ein Projekt.</translation>
    </message>
    <message>
        <source>Choose a project for each.</source>
        <translation>Wählen Sie für jede ein Projekt.</translation>
    </message>
    <message>
        <source>Choose a {export}</source>
        <translation>{export} wählen</translation>
    </message>
    <message>
        <source>Choose another way</source>
        <translation>Anders lesen</translation>
    </message>
    <message>
        <source>Choose different branches.</source>
        <translation>Wählen Sie verschiedene Branches.</translation>
    </message>
    <message>
        <source>Choose different projects.</source>
        <translation>Wählen Sie verschiedene Projekte.</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose how conversations are read. You can switch at any time.</source>
        <translation>Wählen Sie, wie Gespräche gelesen werden. Sie können jederzeit wechseln.</translation>
    </message>
    <message>
        <source>Choose one of the service&apos;s models</source>
        <translation>Eines der Modelle des Dienstes wählen</translation>
    </message>
    <message>
        <source>Choose project, branch; write a prompt</source>
        <translation>Projekt und Branch wählen; Prompt schreiben</translation>
    </message>
    <message>
        <source>Choose sources</source>
        <translation>Quellen wählen</translation>
    </message>
    <message>
        <source>Choose the file that you downloaded, or drop it on the window.</source>
        <translation>Wählen Sie die heruntergeladene Datei oder ziehen Sie sie auf das Fenster.</translation>
    </message>
    <message>
        <source>Choose the project</source>
        <translation>Projekt wählen</translation>
    </message>
    <message>
        <source>Choose what your AI should believe.</source>
        <translation>Wählen Sie, was Ihre KI glauben soll.</translation>
    </message>
    <message>
        <source>Choose which new memories need your review.</source>
        <translation>Wählen Sie, welche neuen Erinnerungen Sie prüfen.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Claude</source>
        <translation>Claude</translation>
    </message>
    <message>
        <source>Claude CLI</source>
        <translation>Claude CLI</translation>
    </message>
    <message>
        <source>Claude CLI is not signed in</source>
        <translation>Claude CLI ist nicht angemeldet</translation>
    </message>
    <message>
        <source>Claude CLI not found</source>
        <translation>Claude CLI nicht gefunden</translation>
    </message>
    <message>
        <source>Claude Code asks before it uses the servers of a project.</source>
        <translation>Claude Code fragt, bevor es die Server eines Projekts verwendet.</translation>
    </message>
    <message>
        <source>Claude Code is not signed in. Open a terminal, run claude, sign in with /login, then try again. A key in ANTHROPIC_API_KEY is not used here.</source>
        <translation>Claude Code ist nicht angemeldet. Öffnen Sie ein Terminal, starten Sie claude, melden Sie sich mit /login an und versuchen Sie es erneut. Ein Schlüssel in ANTHROPIC_API_KEY wird hier nicht verwendet.</translation>
    </message>
    <message>
        <source>Claude can&apos;t be reached. Check the network.</source>
        <translation>Claude ist nicht erreichbar. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>Claude did not answer for {seconds} seconds. Arbor asks again later.</source>
        <translation>Claude hat {seconds} Sekunden lang nicht geantwortet. Arbor fragt später erneut.</translation>
    </message>
    <message>
        <source>Claude failed; Arbor tries again later.</source>
        <translation>Claude ist fehlgeschlagen; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Claude is overloaded; Arbor tries again later.</source>
        <translation>Claude ist überlastet; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Claude took too long to answer; Arbor tries again later.</source>
        <translation>Claude brauchte zu lange für die Antwort; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Claude&apos;s rate limit is reached; Arbor tries again later.</source>
        <translation>Das Ratenlimit von Claude ist erreicht; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>Suche löschen</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Clear: archive its memories</source>
        <translation>Leeren: ihre Erinnerungen archivieren</translation>
    </message>
    <message>
        <source>Cleared</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Click for recent activity</source>
        <translation>Klicken für die letzten Aktivitäten</translation>
    </message>
    <message>
        <source>Click one to start from its text.</source>
        <translation>Klicken Sie auf eine, um mit ihrem Text zu beginnen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Close suggestion</source>
        <translation>Vorschlag schließen</translation>
    </message>
    <message>
        <source>Close the answer</source>
        <translation>Antwort schließen</translation>
    </message>
    <message>
        <source>Close what changed</source>
        <translation>Änderungen schließen</translation>
    </message>
    <message>
        <source>Closest existing memory</source>
        <translation>Ähnlichste vorhandene Erinnerung</translation>
    </message>
    <message>
        <source>Closest matches</source>
        <translation>Ähnlichste Treffer</translation>
    </message>
    <message>
        <source>Codex calls the hooks once you trust them: type /hooks there. It asks again after each change.</source>
        <translation>Codex ruft die Hooks auf, sobald Sie ihnen vertrauen: Geben Sie dort /hooks ein. Nach jeder Änderung fragt es erneut.</translation>
    </message>
    <message>
        <source>Codex reads it in projects that you trust.</source>
        <translation>Codex liest sie in Projekten, denen Sie vertrauen.</translation>
    </message>
    <message>
        <source>Codex runs hooks only once you trust them: start Codex, type /hooks and trust those of Arbor. It asks again after each change.</source>
        <translation>Codex führt Hooks erst aus, wenn Sie ihnen vertrauen: Starten Sie Codex, geben Sie /hooks ein und vertrauen Sie denen von Arbor. Nach jeder Änderung fragt es erneut.</translation>
    </message>
    <message>
        <source>Coding conversations that used a stored pattern or preference</source>
        <translation>Programmiergespräche, die ein gespeichertes Muster oder eine Vorliebe verwendet haben</translation>
    </message>
    <message>
        <source>Coding preferences</source>
        <translation>Programmiervorlieben</translation>
    </message>
    <message>
        <source>Coding rule, this folder has no code</source>
        <translation>Regel für Code, dieser Ordner hat keinen</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands run most</source>
        <translation>Am häufigsten ausgeführte Befehle</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare new and changed memories with saved ones, on this computer.</source>
        <translation>Vergleicht neue und geänderte Erinnerungen mit gespeicherten, auf diesem Computer.</translation>
    </message>
    <message>
        <source>Compare the two</source>
        <translation>Beide vergleichen</translation>
    </message>
    <message>
        <source>Compare with the memory it contradicts or updates</source>
        <translation>Mit der Erinnerung vergleichen, der sie widerspricht oder die sie aktualisiert</translation>
    </message>
    <message>
        <source>Compare with the other one</source>
        <translation>Mit der anderen vergleichen</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Compress after</source>
        <translation>Komprimieren nach</translation>
    </message>
    <message>
        <source>Compress older text, which stays searchable; 0 never compresses.</source>
        <translation>Komprimiert älteren Text, der durchsuchbar bleibt; 0 komprimiert nie.</translation>
    </message>
    <message>
        <source>Compressed</source>
        <translation>Komprimiert</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Gewissheit</translation>
    </message>
    <message>
        <source>Confidence never fades below this.</source>
        <translation>Die Gewissheit verblasst nie unter diesen Wert.</translation>
    </message>
    <message>
        <source>Confidence now</source>
        <translation>Gewissheit jetzt</translation>
    </message>
    <message>
        <source>Confidence set to {value}</source>
        <translation>Gewissheit auf {value} gesetzt</translation>
    </message>
    <message>
        <source>Confidence unknown.</source>
        <translation>Gewissheit unbekannt.</translation>
    </message>
    <message>
        <source>Confidence {first}</source>
        <translation>Gewissheit {first}</translation>
    </message>
    <message>
        <source>Confidence {first} before, {now} after your reviews</source>
        <translation>Gewissheit {first} vor, {now} nach Ihren Prüfungen</translation>
    </message>
    <message>
        <source>Confidence {value}</source>
        <translation>Gewissheit {value}</translation>
    </message>
    <message>
        <source>Confidence {value}: {level}</source>
        <translation>Gewissheit {value}: {level}</translation>
    </message>
    <message>
        <source>Confidence: {levels}.</source>
        <translation>Gewissheit: {levels}.</translation>
    </message>
    <message>
        <source>Config files</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Confirm</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Confirm outdated</source>
        <translation>Als veraltet bestätigen</translation>
    </message>
    <message>
        <source>Confirm, or accept what needs review</source>
        <translation>Bestätigen, oder zu Prüfendes annehmen</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Confirmed as outdated: no longer shared</source>
        <translation>Als veraltet bestätigt: wird nicht mehr weitergegeben</translation>
    </message>
    <message>
        <source>Confirmed by you to be outdated</source>
        <translation>Von Ihnen als veraltet bestätigt</translation>
    </message>
    <message>
        <source>Confirmed to be outdated</source>
        <translation>Als veraltet bestätigt</translation>
    </message>
    <message>
        <source>Confirmed: tests passed or you said it works.</source>
        <translation>Bestätigt: Tests bestanden, oder Sie sagten, dass es funktioniert.</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>Conflict opened again</source>
        <translation>Konflikt wieder geöffnet</translation>
    </message>
    <message>
        <source>Conflicting memories are shown side by side, and you choose.</source>
        <translation>Widersprüchliche Erinnerungen stehen nebeneinander, und Sie wählen.</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Conflicts decided as suggested</source>
        <translation>Wie vorgeschlagen entschiedene Konflikte</translation>
    </message>
    <message>
        <source>Contains the branch&apos;s memory.</source>
        <translation>Enthält die Erinnerung des Branchs.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context budget</source>
        <translation>Kontext-Budget</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Contradicts</source>
        <translation>Widerspricht</translation>
    </message>
    <message>
        <source>Contradicts another memory</source>
        <translation>Widerspricht einer anderen Erinnerung</translation>
    </message>
    <message>
        <source>Contradicts this one</source>
        <translation>Widerspricht dieser</translation>
    </message>
    <message>
        <source>Contradicts “{text}”</source>
        <translation>Widerspricht „{text}“</translation>
    </message>
    <message>
        <source>Contradicts:</source>
        <translation>Widerspricht:</translation>
    </message>
    <message>
        <source>Convention</source>
        <translation>Konvention</translation>
    </message>
    <message>
        <source>Conventions</source>
        <translation>Konventionen</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Conversation without a title</source>
        <translation>Gespräch ohne Titel</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Conversations are saved and searchable, but memories are found only when you ask.</source>
        <translation>Gespräche werden gespeichert und sind durchsuchbar, Erinnerungen werden aber nur auf Wunsch gesucht.</translation>
    </message>
    <message>
        <source>Conversations are sent to Anthropic and billed to your key.</source>
        <translation>Gespräche gehen an Anthropic und werden über Ihren Schlüssel abgerechnet.</translation>
    </message>
    <message>
        <source>Conversations by meaning</source>
        <translation>Gespräche nach Bedeutung</translation>
    </message>
    <message>
        <source>Conversations helped</source>
        <translation>Gespräche, in denen es half</translation>
    </message>
    <message>
        <source>Conversations in this folder appear here with their outcomes.</source>
        <translation>Gespräche in diesem Ordner erscheinen hier mit ihrem Ergebnis.</translation>
    </message>
    <message>
        <source>Conversations that a model should read are not read until there is a key again.</source>
        <translation>Gespräche, die ein Modell lesen soll, werden erst gelesen, wenn es wieder einen Schlüssel gibt.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copied as Markdown</source>
        <translation>Als Markdown kopiert</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>ID kopieren</translation>
    </message>
    <message>
        <source>Copy IDs</source>
        <translation>IDs kopieren</translation>
    </message>
    <message>
        <source>Copy conversation ID</source>
        <translation>Gesprächs-ID kopieren</translation>
    </message>
    <message>
        <source>Copy conversation IDs</source>
        <translation>Gesprächs-IDs kopieren</translation>
    </message>
    <message>
        <source>Copy figures</source>
        <translation>Zahlen kopieren</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy the answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy the memory</source>
        <translation>Erinnerung kopieren</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy {command}</source>
        <translation>{command} kopieren</translation>
    </message>
    <message>
        <source>Correction of the assistant</source>
        <translation>Korrektur des Assistenten</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cost in US dollars</source>
        <translation>Kosten in US-Dollar</translation>
    </message>
    <message>
        <source>Cost this month</source>
        <translation>Kosten diesen Monat</translation>
    </message>
    <message>
        <source>Couldn&apos;t answer</source>
        <translation>Antwort nicht möglich</translation>
    </message>
    <message>
        <source>Couldn&apos;t be read</source>
        <translation>Konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t check the integrations</source>
        <translation>Anbindungen konnten nicht geprüft werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the chats</source>
        <translation>Chats konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the conflicts</source>
        <translation>Konflikte konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the conversations</source>
        <translation>Gespräche konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the file settings</source>
        <translation>Dateieinstellungen konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the log</source>
        <translation>Protokoll konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the memories</source>
        <translation>Erinnerungen konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the memory of this branch</source>
        <translation>Erinnerung dieses Branchs konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the preview</source>
        <translation>Vorschau konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the projects</source>
        <translation>Projekte konnten nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the review list</source>
        <translation>Prüfliste konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load the statistics</source>
        <translation>Statistik konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t load this project</source>
        <translation>Projekt konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t open your memories</source>
        <translation>Erinnerungen konnten nicht geöffnet werden</translation>
    </message>
    <message numerus="yes">
        <source>Couldn&apos;t read %n conversations</source>
        <translation>
            <numerusform>%n Gespräch konnte nicht gelesen werden</numerusform>
            <numerusform>%n Gespräche konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message>
        <source>Couldn&apos;t read a conversation</source>
        <translation>Ein Gespräch konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t read it: {reason}</source>
        <translation>Nicht lesbar: {reason}</translation>
    </message>
    <message>
        <source>Couldn&apos;t read the conversation</source>
        <translation>Gespräch konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t search past tasks</source>
        <translation>Frühere Aufgaben konnten nicht durchsucht werden</translation>
    </message>
    <message>
        <source>Couldn&apos;t show the conversations</source>
        <translation>Gespräche konnten nicht angezeigt werden</translation>
    </message>
    <message>
        <source>Count by</source>
        <translation>Zählen nach</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt&#xa0;…</translation>
    </message>
    <message>
        <source>Crash report</source>
        <translation>Absturzbericht</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>DELETE</source>
        <translation>LÖSCHEN</translation>
    </message>
    <message>
        <source>Daily</source>
        <translation>Täglich</translation>
    </message>
    <message>
        <source>Daily backup</source>
        <translation>Tägliche Sicherung</translation>
    </message>
    <message>
        <source>Daily backups kept</source>
        <translation>Aufbewahrte tägliche Sicherungen</translation>
    </message>
    <message>
        <source>Daily maintenance</source>
        <translation>Tägliche Wartung</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Day {n}</source>
        <translation>Tag {n}</translation>
    </message>
    <message>
        <source>Days before confidence starts to fade.</source>
        <translation>Tage, bevor die Gewissheit zu verblassen beginnt.</translation>
    </message>
    <message>
        <source>Decay</source>
        <translation>Verblassen</translation>
    </message>
    <message>
        <source>Decided elsewhere</source>
        <translation>Anderswo entschieden</translation>
    </message>
    <message>
        <source>Decided just now: {what}.</source>
        <translation>Gerade entschieden: {what}.</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Decision undone</source>
        <translation>Entscheidung rückgängig gemacht</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversations?</source>
        <translation>
            <numerusform>%n Gespräch löschen?</numerusform>
            <numerusform>%n Gespräche löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n memories permanently?</source>
        <translation>
            <numerusform>%n Erinnerung endgültig löschen?</numerusform>
            <numerusform>%n Erinnerungen endgültig löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete archived memories</source>
        <translation>Archivierte Erinnerungen löschen</translation>
    </message>
    <message>
        <source>Delete archived memories permanently after this many days; 0 keeps them. Pinned and sensitive memories are always kept.</source>
        <translation>Löscht archivierte Erinnerungen nach so vielen Tagen endgültig; 0 behält sie. Angeheftete und sensible Erinnerungen bleiben immer.</translation>
    </message>
    <message>
        <source>Delete everything</source>
        <translation>Alles löschen</translation>
    </message>
    <message>
        <source>Delete everything about {name} permanently?</source>
        <translation>Alles über {name} endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete everything permanently</source>
        <translation>Alles endgültig löschen</translation>
    </message>
    <message>
        <source>Delete everything permanently?</source>
        <translation>Alles endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete everything…</source>
        <translation>Alles löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Delete memory</source>
        <translation>Erinnerung löschen</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Endgültig löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Delete the oldest text when all text is larger than this; 0 sets no limit.</source>
        <translation>Löscht den ältesten Text, wenn aller Text größer ist; 0 setzt keine Grenze.</translation>
    </message>
    <message>
        <source>Delete the text of conversations older than this; 0 keeps all.</source>
        <translation>Löscht den Text älterer Gespräche; 0 behält alle.</translation>
    </message>
    <message>
        <source>Delete this conversation?</source>
        <translation>Dieses Gespräch löschen?</translation>
    </message>
    <message>
        <source>Delete this memory permanently?</source>
        <translation>Diese Erinnerung endgültig löschen?</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>Deleted conversation</source>
        <translation>Gelöschtes Gespräch</translation>
    </message>
    <message>
        <source>Deleted memories can only be restored from a backup.</source>
        <translation>Gelöschte Erinnerungen lassen sich nur aus einer Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>Deleted: {memories}, {conversations}</source>
        <translation>Gelöscht: {memories}, {conversations}</translation>
    </message>
    <message>
        <source>Deletes the transcript and any memories that come only from it. This can&apos;t be undone.</source>
        <translation>Löscht den Verlauf und Erinnerungen, die nur daher stammen. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Deletes the transcripts and any memories that come only from them. This can&apos;t be undone.</source>
        <translation>Löscht die Verläufe und Erinnerungen, die nur daher stammen. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Deletes {counts}, including archived ones, and memories that come only from these sessions. The project’s own files are not touched.</source>
        <translation>Löscht {counts}, auch archivierte, und Erinnerungen, die nur aus diesen Sitzungen stammen. Die Dateien des Projekts bleiben unberührt.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Deleting {what}…</source>
        <translation>{what} wird gelöscht&#xa0;…</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Angekommen</translation>
    </message>
    <message>
        <source>Delivered to {part} of {whole} with a record of it ({share}).</source>
        <translation>Bei {part} von {whole} mit Nachweis angekommen ({share}).</translation>
    </message>
    <message>
        <source>Delivered: the session&apos;s record shows it.</source>
        <translation>Angekommen: der Verlauf der Sitzung zeigt es.</translation>
    </message>
    <message>
        <source>Delivery not checked yet.</source>
        <translation>Noch nicht geprüft, ob es ankam.</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Detected automatically, and replaced by a placeholder before anything is stored.</source>
        <translation>Automatisch erkannt und durch einen Platzhalter ersetzt, bevor etwas gespeichert wird.</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Did not work</source>
        <translation>Half nicht</translation>
    </message>
    <message>
        <source>Did not work:</source>
        <translation>Half nicht:</translation>
    </message>
    <message>
        <source>Did you mean</source>
        <translation>Meinten Sie</translation>
    </message>
    <message>
        <source>Did you mean “{words}”?</source>
        <translation>Meinten Sie „{words}“?</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard changes?</source>
        <translation>Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message numerus="yes">
        <source>Doesn&apos;t fit: %n tokens</source>
        <translation>
            <numerusform>Passt nicht hinein: %n Token</numerusform>
            <numerusform>Passt nicht hinein: %n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Don&apos;t change</source>
        <translation>Nicht ändern</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Done in part</source>
        <translation>Teilweise fertig</translation>
    </message>
    <message>
        <source>Doubted</source>
        <translation>Bezweifelt</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Downloaded</source>
        <translation>Heruntergeladen</translation>
    </message>
    <message>
        <source>Drag to change</source>
        <translation>Zum Ändern ziehen</translation>
    </message>
    <message>
        <source>Drawbacks</source>
        <translation>Nachteile</translation>
    </message>
    <message>
        <source>Drop memories that a model is less sure of.</source>
        <translation>Verwirft Erinnerungen, bei denen ein Modell weniger sicher ist.</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>During the session</source>
        <translation>Während der Sitzung</translation>
    </message>
    <message>
        <source>Each session of {tool} sees memories about you and its project, as the Context page shows.</source>
        <translation>Jede Sitzung von {tool} sieht Erinnerungen über Sie und ihr Projekt, wie die Seite „Kontext“ zeigt.</translation>
    </message>
    <message>
        <source>Each week, memories that are long and older than a month get a short form, which is shown and shared. The full text stays searchable.</source>
        <translation>Jede Woche erhalten lange Erinnerungen, die älter als ein Monat sind, eine Kurzform; sie wird angezeigt und weitergegeben. Der volle Text bleibt durchsuchbar.</translation>
    </message>
    <message>
        <source>Earlier version restored</source>
        <translation>Frühere Version wiederhergestellt</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit details</source>
        <translation>Angaben bearbeiten</translation>
    </message>
    <message>
        <source>Edit its text</source>
        <translation>Ihren Text bearbeiten</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>Wirksam</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Empty conversation</source>
        <translation>Leeres Gespräch</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Enter a folder for at least one.</source>
        <translation>Geben Sie für mindestens eine einen Ordner ein.</translation>
    </message>
    <message>
        <source>Enter a key</source>
        <translation>Schlüssel eingeben</translation>
    </message>
    <message>
        <source>Enter a new key</source>
        <translation>Neuen Schlüssel eingeben</translation>
    </message>
    <message>
        <source>Enter a number from {low} to {high}.</source>
        <translation>Geben Sie eine Zahl von {low} bis {high} ein.</translation>
    </message>
    <message>
        <source>Enter a number.</source>
        <translation>Geben Sie eine Zahl ein.</translation>
    </message>
    <message>
        <source>Enter a time such as 03:00.</source>
        <translation>Geben Sie eine Uhrzeit ein, etwa 03:00.</translation>
    </message>
    <message>
        <source>Enter a whole number from {low} to {high}.</source>
        <translation>Geben Sie eine ganze Zahl von {low} bis {high} ein.</translation>
    </message>
    <message>
        <source>Enter a whole number.</source>
        <translation>Geben Sie eine ganze Zahl ein.</translation>
    </message>
    <message>
        <source>Entry points</source>
        <translation>Einstiegspunkte</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Every other branch</source>
        <translation>Jeder andere Branch</translation>
    </message>
    <message>
        <source>Every other project</source>
        <translation>Jedes andere Projekt</translation>
    </message>
    <message>
        <source>Every project</source>
        <translation>Jedes Projekt</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Everything is logged and can be undone, except deletions.</source>
        <translation>Alles wird protokolliert und lässt sich rückgängig machen, außer Löschungen.</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Example of code</source>
        <translation>Codebeispiel</translation>
    </message>
    <message>
        <source>Excerpt of the conversation</source>
        <translation>Auszug aus dem Gespräch</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Läuft ab</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>Exponentiell</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export figures</source>
        <translation>Zahlen exportieren</translation>
    </message>
    <message>
        <source>Export memories</source>
        <translation>Erinnerungen exportieren</translation>
    </message>
    <message>
        <source>Exports (*.zip *.json)</source>
        <translation>Exporte (*.zip *.json)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren&#xa0;…</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Fakt</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Fall back to this computer</source>
        <translation>Auf diesen Computer ausweichen</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Fewest memories</source>
        <translation>Die wenigsten Erinnerungen</translation>
    </message>
    <message>
        <source>Fewest messages</source>
        <translation>Die wenigsten Nachrichten</translation>
    </message>
    <message>
        <source>Fewest tokens</source>
        <translation>Die wenigsten Token</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Figures copied</source>
        <translation>Zahlen kopiert</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files by folder</source>
        <translation>Dateien nach Ordner</translation>
    </message>
    <message>
        <source>Files worked on most</source>
        <translation>Am meisten bearbeitete Dateien</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by tag</source>
        <translation>Nach Schlagwort filtern</translation>
    </message>
    <message>
        <source>Filter {count}</source>
        <translation>Filter {count}</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filters are on and may hide results.</source>
        <translation>Filter sind aktiv und können Ergebnisse ausblenden.</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>Alles durchsuchen</translation>
    </message>
    <message>
        <source>Find contradictions</source>
        <translation>Widersprüche finden</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>Im Graphen suchen</translation>
    </message>
    <message>
        <source>Find in transcript</source>
        <translation>Im Verlauf suchen</translation>
    </message>
    <message>
        <source>Find memories, conversations, projects, settings and commands</source>
        <translation>Erinnerungen, Gespräche, Projekte, Einstellungen und Befehle suchen</translation>
    </message>
    <message>
        <source>Find similar past tasks</source>
        <translation>Ähnliche frühere Aufgaben suchen</translation>
    </message>
    <message>
        <source>Finished steps are kept</source>
        <translation>Fertige Schritte bleiben erhalten</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Lösung</translation>
    </message>
    <message>
        <source>Fix…</source>
        <translation>Beheben&#xa0;…</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the model</source>
        <translation>Ordner des Modells</translation>
    </message>
    <message>
        <source>Folders, projects and file patterns that are never read.</source>
        <translation>Ordner, Projekte und Dateimuster, die nie gelesen werden.</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>Für 1 Stunde</translation>
    </message>
    <message>
        <source>For this session only: removed when you quit Arbor</source>
        <translation>Nur für diese Sitzung: wird beim Beenden von Arbor entfernt</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Found by the model</source>
        <translation>Vom Modell gefunden</translation>
    </message>
    <message>
        <source>Found by the rule {rule}</source>
        <translation>Von der Regel {rule} gefunden</translation>
    </message>
    <message>
        <source>Found by the rule “{rule}”</source>
        <translation>Von der Regel „{rule}“ gefunden</translation>
    </message>
    <message>
        <source>Free and private. Finds instructions, preferences, facts, decisions and causes of problems that are stated outright, in English.</source>
        <translation>Kostenlos und privat. Findet Anweisungen, Vorlieben, Fakten, Entscheidungen und Problemursachen, die klar genannt werden, auf Englisch.</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Häufigkeit</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>Freitag</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>From 1 to {today}: {total} in all; most on {day}: {value}.</source>
        <translation>Vom 1. bis {today}: {total} insgesamt; am meisten am {day}: {value}.</translation>
    </message>
    <message>
        <source>From Arbor, ChatGPT, Claude.ai, mem0, MCP memory servers, or a list as text.</source>
        <translation>Aus Arbor, ChatGPT, Claude.ai, mem0, MCP-Memory-Servern oder einer Liste als Text.</translation>
    </message>
    <message>
        <source>From an assistant</source>
        <translation>Von einem Assistenten</translation>
    </message>
    <message>
        <source>From one conversation</source>
        <translation>Aus einem Gespräch</translation>
    </message>
    <message>
        <source>From the same place</source>
        <translation>Von derselben Stelle</translation>
    </message>
    <message>
        <source>From the system</source>
        <translation>Vom System</translation>
    </message>
    <message>
        <source>From these memories</source>
        <translation>Aus diesen Erinnerungen</translation>
    </message>
    <message>
        <source>From this memory</source>
        <translation>Aus dieser Erinnerung</translation>
    </message>
    <message>
        <source>From you</source>
        <translation>Von Ihnen</translation>
    </message>
    <message>
        <source>From {first} to {last}: {start} to {end} {unit}. Now: {latest}.</source>
        <translation>Von {first} bis {last}: {start} bis {end} {unit}. Jetzt: {latest}.</translation>
    </message>
    <message>
        <source>From {names}.</source>
        <translation>Von {names}.</translation>
    </message>
    <message>
        <source>From {when}</source>
        <translation>Von {when}</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Give four numbers from 0 to 1.</source>
        <translation>Geben Sie vier Zahlen von 0 bis 1 an.</translation>
    </message>
    <message>
        <source>Give the server&apos;s address.</source>
        <translation>Geben Sie die Adresse des Servers an.</translation>
    </message>
    <message>
        <source>Global</source>
        <translation>Global</translation>
    </message>
    <message>
        <source>Global memories</source>
        <translation>Globale Erinnerungen</translation>
    </message>
    <message>
        <source>Global now</source>
        <translation>Jetzt global</translation>
    </message>
    <message>
        <source>Global now: {texts}</source>
        <translation>Jetzt global: {texts}</translation>
    </message>
    <message>
        <source>Go into the project, or open what is selected there; back to the list</source>
        <translation>Ins Projekt gehen oder dort Ausgewähltes öffnen; zurück zur Liste</translation>
    </message>
    <message>
        <source>Go to its lines in the text</source>
        <translation>Zu ihren Zeilen im Text</translation>
    </message>
    <message>
        <source>Go to where it was used</source>
        <translation>Zur Stelle ihrer Verwendung</translation>
    </message>
    <message>
        <source>Go to {page}</source>
        <translation>{page} öffnen</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Grace</source>
        <translation>Schonfrist</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Graph: all of it in view; plus and minus magnify</source>
        <translation>Graph: alles zeigen; Plus und Minus vergrößern und verkleinern</translation>
    </message>
    <message>
        <source>Graph: light all again; of its table, back to the picture</source>
        <translation>Graph: alles wieder hervorheben; aus der Tabelle zurück zum Bild</translation>
    </message>
    <message>
        <source>Graph: more</source>
        <translation>Graph: mehr</translation>
    </message>
    <message>
        <source>Graph: next and previous memory, the best connected first</source>
        <translation>Graph: nächste und vorige Erinnerung, die am besten verknüpfte zuerst</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Headings</source>
        <translation>Überschriften</translation>
    </message>
    <message>
        <source>Help me plan what to do next week.</source>
        <translation>Hilf mir, die nächste Woche zu planen.</translation>
    </message>
    <message>
        <source>Helpful</source>
        <translation>Hilfreich</translation>
    </message>
    <message>
        <source>Helpful memories</source>
        <translation>Hilfreiche Erinnerungen</translation>
    </message>
    <message>
        <source>Hide figures</source>
        <translation>Zahlen ausblenden</translation>
    </message>
    <message>
        <source>Hide integrations</source>
        <translation>Anbindungen ausblenden</translation>
    </message>
    <message>
        <source>Hide {what}</source>
        <translation>{what} ausblenden</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Hook</source>
        <translation>Hook</translation>
    </message>
    <message>
        <source>Hooks need {tool} {version} or newer.</source>
        <translation>Hooks brauchen {tool} {version} oder neuer.</translation>
    </message>
    <message>
        <source>How confidence fades</source>
        <translation>Wie die Gewissheit verblasst</translation>
    </message>
    <message>
        <source>How confidence fades over a year</source>
        <translation>Wie die Gewissheit über ein Jahr verblasst</translation>
    </message>
    <message>
        <source>How confidence fades while a memory is not used.</source>
        <translation>Wie die Gewissheit verblasst, solange eine Erinnerung nicht verwendet wird.</translation>
    </message>
    <message>
        <source>How it is shown</source>
        <translation>Wie sie angezeigt wird</translation>
    </message>
    <message>
        <source>How long conversations are kept</source>
        <translation>Wie lange Gespräche aufbewahrt werden</translation>
    </message>
    <message>
        <source>How many memories were idle for over 90 days and never used.</source>
        <translation>Wie viele Erinnerungen über 90 Tage ruhten und nie verwendet wurden.</translation>
    </message>
    <message>
        <source>How memories are found</source>
        <translation>Wie Erinnerungen gefunden werden</translation>
    </message>
    <message>
        <source>How much Arbor trusts it. Shared here at {floor} or higher.</source>
        <translation>Wie sehr Arbor ihr vertraut. Wird hier ab {floor} weitergegeben.</translation>
    </message>
    <message>
        <source>How much each counts. They must add up to 1.</source>
        <translation>Wie viel jedes zählt. Zusammen müssen sie 1 ergeben.</translation>
    </message>
    <message>
        <source>How often it helped, if known</source>
        <translation>Wie oft es half, falls bekannt</translation>
    </message>
    <message>
        <source>How often it was seen</source>
        <translation>Wie oft es vorkam</translation>
    </message>
    <message>
        <source>How {file} carries the memory</source>
        <translation>Wie {file} die Erinnerung enthält</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>If a model&apos;s answer can&apos;t be used after three attempts, this computer reads the conversation. When off, it is an error that you can retry.</source>
        <translation>Ist die Antwort eines Modells nach drei Versuchen unbrauchbar, liest dieser Computer das Gespräch. Ausgeschaltet gilt es als Fehler, den Sie erneut versuchen können.</translation>
    </message>
    <message>
        <source>If empty, Arbor uses a small model.</source>
        <translation>Leer: Arbor verwendet ein kleines Modell.</translation>
    </message>
    <message>
        <source>If you keep it, the memory does not change</source>
        <translation>Wenn Sie sie behalten, ändert sich die Erinnerung nicht</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>Ignore these conversations</source>
        <translation>Diese Gespräche ignorieren</translation>
    </message>
    <message>
        <source>Ignore this chat</source>
        <translation>Diesen Chat ignorieren</translation>
    </message>
    <message>
        <source>Ignore this conversation</source>
        <translation>Dieses Gespräch ignorieren</translation>
    </message>
    <message>
        <source>Ignore this project</source>
        <translation>Dieses Projekt ignorieren</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Ignoriert</translation>
    </message>
    <message>
        <source>Ignored by {pattern}: open Settings</source>
        <translation>Durch {pattern} ignoriert: Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Implementation notes</source>
        <translation>Notizen zur Umsetzung</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message numerus="yes">
        <source>Import %n memories from {file}?</source>
        <translation>
            <numerusform>%n Erinnerung aus {file} importieren?</numerusform>
            <numerusform>%n Erinnerungen aus {file} importieren?</numerusform>
        </translation>
    </message>
    <message>
        <source>Import and export</source>
        <translation>Import und Export</translation>
    </message>
    <message>
        <source>Import line</source>
        <translation>Importzeile</translation>
    </message>
    <message>
        <source>Import memories</source>
        <translation>Erinnerungen importieren</translation>
    </message>
    <message>
        <source>Import the memory in {file}</source>
        <translation>Die Erinnerung in {file} importieren</translation>
    </message>
    <message>
        <source>Import {source}</source>
        <translation>{source} importieren</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Imported from {file} ({format})</source>
        <translation>Importiert aus {file} ({format})</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren&#xa0;…</translation>
    </message>
    <message>
        <source>In all other projects it reads the {name} one alone; in {projects} that one says “only: not in {projects}”.</source>
        <translation>In allen anderen Projekten liest sie nur die {name}; in {projects} steht bei dieser „nur: nicht in {projects}“.</translation>
    </message>
    <message>
        <source>In between</source>
        <translation>Mittlere</translation>
    </message>
    <message>
        <source>In conflict with “{text}”, which counts more</source>
        <translation>Im Konflikt mit „{text}“, die mehr zählt</translation>
    </message>
    <message>
        <source>In conversations</source>
        <translation>In Gesprächen</translation>
    </message>
    <message>
        <source>In other projects it reads {none}.</source>
        <translation>In anderen Projekten liest sie {none}.</translation>
    </message>
    <message>
        <source>In the folders of your projects</source>
        <translation>In den Ordnern Ihrer Projekte</translation>
    </message>
    <message>
        <source>In the search field: ask your memory</source>
        <translation>Im Suchfeld: Ihre Erinnerungen fragen</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>In use, not ready</source>
        <translation>Aktiv, nicht bereit</translation>
    </message>
    <message>
        <source>In {place}</source>
        <translation>In {place}</translation>
    </message>
    <message>
        <source>Included</source>
        <translation>Dabei</translation>
    </message>
    <message>
        <source>Includes subfolders. File types are detected automatically.</source>
        <translation>Einschließlich Unterordner. Dateiarten werden automatisch erkannt.</translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation>Indiziert</translation>
    </message>
    <message>
        <source>Inferred</source>
        <translation>Gefolgert</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>Einblicke</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
    <message>
        <source>Install a hook below.</source>
        <translation>Installieren Sie unten einen Hook.</translation>
    </message>
    <message>
        <source>Install again</source>
        <translation>Erneut installieren</translation>
    </message>
    <message>
        <source>Install: {what}</source>
        <translation>Installieren: {what}</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Installiert</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Instruction files</source>
        <translation>Anweisungsdateien</translation>
    </message>
    <message>
        <source>Integrations</source>
        <translation>Anbindungen</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Is it working?</source>
        <translation>Funktioniert es?</translation>
    </message>
    <message>
        <source>It</source>
        <translation>Es</translation>
    </message>
    <message>
        <source>It applies to all projects</source>
        <translation>Gilt für alle Projekte</translation>
    </message>
    <message>
        <source>It can be used once it has passed the test.</source>
        <translation>Nach bestandenem Test lässt es sich verwenden.</translation>
    </message>
    <message>
        <source>It comes from no conversation that is kept here.</source>
        <translation>Sie stammt aus keinem Gespräch, das hier aufbewahrt wird.</translation>
    </message>
    <message>
        <source>It could not be read</source>
        <translation>Es konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>It gives no reason.</source>
        <translation>Es nennt keinen Grund.</translation>
    </message>
    <message>
        <source>It has no messages</source>
        <translation>Es hat keine Nachrichten</translation>
    </message>
    <message>
        <source>It has no messages.</source>
        <translation>Es hat keine Nachrichten.</translation>
    </message>
    <message>
        <source>It is still on this computer. Nothing was changed.</source>
        <translation>Es ist noch auf diesem Computer. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>It knows your memories, and those of the project you choose. Memories it saves are shown, and can be undone.</source>
        <translation>Es kennt Ihre Erinnerungen und die des gewählten Projekts. Was es sich merkt, wird angezeigt und lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>It was not written here and is not changed.</source>
        <translation>Sie wurde nicht hier geschrieben und wird nicht geändert.</translation>
    </message>
    <message>
        <source>It will always be included once it is accepted</source>
        <translation>Nach dem Annehmen ist sie immer dabei</translation>
    </message>
    <message>
        <source>It won&apos;t be read again. The assistant&apos;s own file is not touched.</source>
        <translation>Es wird nicht erneut gelesen. Die Datei des Assistenten bleibt unberührt.</translation>
    </message>
    <message>
        <source>It would say</source>
        <translation>Sie würde lauten</translation>
    </message>
    <message>
        <source>Its confidence today</source>
        <translation>Ihre Gewissheit heute</translation>
    </message>
    <message>
        <source>Its confidence, {value}, is below {floor}: your AI sees it only when a prompt asks for it.</source>
        <translation>Ihre Gewissheit, {value}, liegt unter {floor}: Ihre KI sieht sie nur, wenn ein Prompt danach fragt.</translation>
    </message>
    <message>
        <source>Its conversation is no longer available.</source>
        <translation>Ihr Gespräch ist nicht mehr verfügbar.</translation>
    </message>
    <message>
        <source>Its file is not changed</source>
        <translation>Ihre Datei bleibt unverändert</translation>
    </message>
    <message>
        <source>Its file was edited</source>
        <translation>Ihre Datei wurde bearbeitet</translation>
    </message>
    <message>
        <source>Its file was edited since it was written; Update now reads it back.</source>
        <translation>Die Datei wurde seit dem Schreiben bearbeitet; „Jetzt aktualisieren“ liest sie ein.</translation>
    </message>
    <message>
        <source>Its history is deleted too.</source>
        <translation>Auch ihr Änderungsverlauf wird gelöscht.</translation>
    </message>
    <message>
        <source>Its memories are private, and private memories are in no summary.</source>
        <translation>Ihre Erinnerungen sind privat, und private stehen in keiner Zusammenfassung.</translation>
    </message>
    <message>
        <source>Its memories are still on this computer. Nothing was changed.</source>
        <translation>Ihre Erinnerungen sind noch auf diesem Computer. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Its memories may come from elsewhere.</source>
        <translation>Ihre Erinnerungen können anderswoher stammen.</translation>
    </message>
    <message>
        <source>Its text is no longer kept.</source>
        <translation>Ihr Text wird nicht mehr aufbewahrt.</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>Bewertet</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep a Markdown file for each branch in this project</source>
        <translation>Für jeden Branch in diesem Projekt eine Markdown-Datei führen</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Keep all with context</source>
        <translation>Alle mit Kontext behalten</translation>
    </message>
    <message>
        <source>Keep all with context…</source>
        <translation>Alle mit Kontext behalten&#xa0;…</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Beide behalten</translation>
    </message>
    <message>
        <source>Keep both with context</source>
        <translation>Beide mit Kontext behalten</translation>
    </message>
    <message>
        <source>Keep both with context; of three memories the number of its button</source>
        <translation>Beide mit Kontext behalten; bei drei Erinnerungen die Nummer der Taste</translation>
    </message>
    <message>
        <source>Keep both with context…</source>
        <translation>Beide mit Kontext behalten&#xa0;…</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Keep memories</source>
        <translation>Erinnerungen behalten</translation>
    </message>
    <message>
        <source>Keep memory</source>
        <translation>Erinnerung behalten</translation>
    </message>
    <message>
        <source>Keep newer</source>
        <translation>Neuere behalten</translation>
    </message>
    <message>
        <source>Keep newest</source>
        <translation>Neueste behalten</translation>
    </message>
    <message>
        <source>Keep older</source>
        <translation>Ältere behalten</translation>
    </message>
    <message>
        <source>Keep older, keep newer</source>
        <translation>Ältere behalten, neuere behalten</translation>
    </message>
    <message>
        <source>Keep oldest</source>
        <translation>Älteste behalten</translation>
    </message>
    <message>
        <source>Keep project</source>
        <translation>Projekt behalten</translation>
    </message>
    <message>
        <source>Keep running in the tray</source>
        <translation>Im Infobereich weiterlaufen</translation>
    </message>
    <message>
        <source>Keep session outcomes (files, tests, errors, decisions) this long; 0 keeps all.</source>
        <translation>So lange bleiben Ergebnisse von Sitzungen erhalten (Dateien, Tests, Fehler, Entscheidungen); 0 behält alle.</translation>
    </message>
    <message>
        <source>Keep the damaged file and start fresh</source>
        <translation>Beschädigte Datei aufheben und neu beginnen</translation>
    </message>
    <message>
        <source>Keep the old one</source>
        <translation>Die alte behalten</translation>
    </message>
    <message>
        <source>Keep the one with higher confidence</source>
        <translation>Die mit der höheren Gewissheit behalten</translation>
    </message>
    <message>
        <source>Keep the side that is far more certain, without asking. You can reopen the conflict.</source>
        <translation>Behält die weit sicherere Seite, ohne zu fragen. Sie können den Konflikt wieder öffnen.</translation>
    </message>
    <message>
        <source>Keep the text of this many conversations; 0 keeps all.</source>
        <translation>Behält den Text von so vielen Gesprächen; 0 behält alle.</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>Diese behalten</translation>
    </message>
    <message>
        <source>Keep unchanged</source>
        <translation>Unverändert lassen</translation>
    </message>
    <message>
        <source>Keep with edit</source>
        <translation>Mit Änderung behalten</translation>
    </message>
    <message>
        <source>Keep working as usual. Arbor reads finished conversations and saves what&apos;s worth remembering.</source>
        <translation>Arbeiten Sie wie gewohnt. Arbor liest beendete Gespräche und speichert, was sich zu merken lohnt.</translation>
    </message>
    <message>
        <source>Keep working as usual. Conversations that Arbor reads appear here, with their outcome.</source>
        <translation>Arbeiten Sie wie gewohnt. Gespräche, die Arbor liest, erscheinen hier mit ihrem Ergebnis.</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Kept beside the other one</source>
        <translation>Neben der anderen behalten</translation>
    </message>
    <message>
        <source>Kept both</source>
        <translation>Beide wurden behalten</translation>
    </message>
    <message>
        <source>Kept in the system keyring, never in a file.</source>
        <translation>Liegt im Schlüsselbund des Systems, nie in einer Datei.</translation>
    </message>
    <message>
        <source>Kept newer</source>
        <translation>Neuere wurde behalten</translation>
    </message>
    <message>
        <source>Kept older</source>
        <translation>Ältere wurde behalten</translation>
    </message>
    <message>
        <source>Kept one</source>
        <translation>Eine wurde behalten</translation>
    </message>
    <message>
        <source>Kept: it is still true</source>
        <translation>Behalten: sie stimmt noch</translation>
    </message>
    <message>
        <source>Key facts</source>
        <translation>Wichtigste Fakten</translation>
    </message>
    <message>
        <source>Key {hint}, for this session only</source>
        <translation>Schlüssel {hint}, nur für diese Sitzung</translation>
    </message>
    <message>
        <source>Key {hint}, from {variable}</source>
        <translation>Schlüssel {hint}, aus {variable}</translation>
    </message>
    <message>
        <source>Key {hint}, in the system keyring</source>
        <translation>Schlüssel {hint}, im Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>Key, if the server wants one</source>
        <translation>Schlüssel, falls der Server einen verlangt</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keys, tokens and passwords are removed before anything is read, in every mode.</source>
        <translation>Schlüssel, Token und Passwörter werden in jedem Modus entfernt, bevor etwas gelesen wird.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kinds of memories</source>
        <translation>Arten von Erinnerungen</translation>
    </message>
    <message>
        <source>Known problems that did not come back</source>
        <translation>Bekannte Probleme, die nicht wiederkamen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Last change undone</source>
        <translation>Letzte Änderung rückgängig gemacht</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>Zuletzt geändert</translation>
    </message>
    <message>
        <source>Last review</source>
        <translation>Letzte Prüfung</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>Last seen {when}.</source>
        <translation>Zuletzt gesehen {when}.</translation>
    </message>
    <message>
        <source>Last shared: {what}</source>
        <translation>Zuletzt weitergegeben: {what}</translation>
    </message>
    <message>
        <source>Last updated</source>
        <translation>Zuletzt aktualisiert</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Last: {when} · {result}</source>
        <translation>Zuletzt: {when} · {result}</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Leave the editor</source>
        <translation>Editor verlassen</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Left unchanged.</source>
        <translation>Unverändert.</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Erkenntnisse</translation>
    </message>
    <message>
        <source>Lessons about these may become global memories.</source>
        <translation>Erkenntnisse dazu können globale Erinnerungen werden.</translation>
    </message>
    <message>
        <source>Lessons learned</source>
        <translation>Gewonnene Erkenntnisse</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light, dark, or the same as your system.</source>
        <translation>Hell, dunkel oder wie Ihr System.</translation>
    </message>
    <message>
        <source>Limit to {project}</source>
        <translation>Auf {project} beschränken</translation>
    </message>
    <message>
        <source>Limited to its project</source>
        <translation>Auf ihr Projekt beschränkt</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Line {lines}</source>
        <translation>Zeile {lines}</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Lines {lines}</source>
        <translation>Zeilen {lines}</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verknüpfen</translation>
    </message>
    <message>
        <source>Link a memory</source>
        <translation>Erinnerung verknüpfen</translation>
    </message>
    <message>
        <source>Link removed</source>
        <translation>Verknüpfung entfernt</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>Verknüpft</translation>
    </message>
    <message>
        <source>Linked by you</source>
        <translation>Von Ihnen verknüpft</translation>
    </message>
    <message>
        <source>Linked memories</source>
        <translation>Verknüpfte Erinnerungen</translation>
    </message>
    <message>
        <source>Linked to another memory</source>
        <translation>Mit einer anderen Erinnerung verknüpft</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verknüpfungen</translation>
    </message>
    <message>
        <source>Links appear here when memories come from the same place, are similar, or replace or contradict each other.</source>
        <translation>Verknüpfungen erscheinen hier, wenn Erinnerungen von derselben Stelle stammen, einander ähneln, ersetzen oder widersprechen.</translation>
    </message>
    <message>
        <source>Lists and your AI get this short form. The whole text stays.</source>
        <translation>Listen und Ihre KI erhalten diese Kurzform. Der ganze Text bleibt.</translation>
    </message>
    <message>
        <source>Loading projects…</source>
        <translation>Projekte werden geladen&#xa0;…</translation>
    </message>
    <message>
        <source>Loading the preview…</source>
        <translation>Vorschau wird geladen&#xa0;…</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt&#xa0;…</translation>
    </message>
    <message>
        <source>Local server address</source>
        <translation>Adresse des lokalen Servers</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Long conversations</source>
        <translation>Lange Gespräche</translation>
    </message>
    <message>
        <source>Look for changes every</source>
        <translation>Nach Änderungen suchen alle</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Sucht&#xa0;…</translation>
    </message>
    <message>
        <source>Looks for past tasks like this one</source>
        <translation>Sucht frühere Aufgaben wie diese</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Low confidence</source>
        <translation>Niedrige Gewissheit</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Made global</source>
        <translation>Global gemacht</translation>
    </message>
    <message>
        <source>Made of memories that were merged</source>
        <translation>Aus zusammengeführten Erinnerungen entstanden</translation>
    </message>
    <message>
        <source>Made {memories}.</source>
        <translation>Ergab {memories}.</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>Maintenance didn&apos;t finish</source>
        <translation>Wartung wurde nicht fertig</translation>
    </message>
    <message>
        <source>Maintenance keeps your memories up to date. Each run is listed here.</source>
        <translation>Die Wartung hält Ihre Erinnerungen aktuell. Jeder Lauf steht hier.</translation>
    </message>
    <message>
        <source>Maintenance log</source>
        <translation>Wartungsprotokoll</translation>
    </message>
    <message>
        <source>Maintenance: stopping…</source>
        <translation>Wartung: hält an&#xa0;…</translation>
    </message>
    <message>
        <source>Maintenance: {n} of {total}</source>
        <translation>Wartung: {n} von {total}</translation>
    </message>
    <message>
        <source>Make global</source>
        <translation>Global machen</translation>
    </message>
    <message>
        <source>Manual mode</source>
        <translation>Manueller Modus</translation>
    </message>
    <message>
        <source>Mark older as outdated</source>
        <translation>Ältere als veraltet markieren</translation>
    </message>
    <message>
        <source>Mark older ones as outdated</source>
        <translation>Ältere als veraltet markieren</translation>
    </message>
    <message>
        <source>Mark reviewed</source>
        <translation>Als geprüft markieren</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Marked as outdated</source>
        <translation>Als veraltet markiert</translation>
    </message>
    <message>
        <source>Marked as reviewed</source>
        <translation>Als geprüft markiert</translation>
    </message>
    <message>
        <source>Marked not useful</source>
        <translation>Als nicht hilfreich markiert</translation>
    </message>
    <message>
        <source>Marked outdated</source>
        <translation>Als veraltet markiert</translation>
    </message>
    <message>
        <source>Marked outdated {when}</source>
        <translation>Als veraltet markiert {when}</translation>
    </message>
    <message>
        <source>Marked outdated. Not shared until you decide in Review</source>
        <translation>Als veraltet markiert. Wird erst weitergegeben, wenn Sie unter „Prüfen“ entschieden haben</translation>
    </message>
    <message>
        <source>Marked sensitive</source>
        <translation>Als sensibel markiert</translation>
    </message>
    <message>
        <source>Marked wrong</source>
        <translation>Als falsch markiert</translation>
    </message>
    <message>
        <source>Marked wrong. It is no longer shared</source>
        <translation>Als falsch markiert. Wird nicht mehr weitergegeben</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Matches your prompt</source>
        <translation>Passt zu Ihrem Prompt</translation>
    </message>
    <message>
        <source>Matches “{words}”</source>
        <translation>Passt zu „{words}“</translation>
    </message>
    <message>
        <source>Maximum tokens shared when a session starts.</source>
        <translation>Höchstzahl an Token zu Beginn einer Sitzung.</translation>
    </message>
    <message>
        <source>Maximum tokens shared with a prompt.</source>
        <translation>Höchstzahl an Token mit einem Prompt.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>Memories Arbor isn&apos;t sure about appear here, with their source. So do memories marked outdated.</source>
        <translation>Erinnerungen, bei denen Arbor unsicher ist, erscheinen hier mit ihrer Quelle, ebenso als veraltet markierte.</translation>
    </message>
    <message>
        <source>Memories and titles are always kept; only the text of conversations is removed. Your assistants&apos; own files are not touched.</source>
        <translation>Erinnerungen und Titel bleiben immer; nur der Text von Gesprächen wird entfernt. Die Dateien Ihrer Assistenten bleiben unberührt.</translation>
    </message>
    <message>
        <source>Memories by category</source>
        <translation>Erinnerungen nach Kategorie</translation>
    </message>
    <message>
        <source>Memories conflict</source>
        <translation>Erinnerungen widersprechen sich</translation>
    </message>
    <message>
        <source>Memories found</source>
        <translation>Gefundene Erinnerungen</translation>
    </message>
    <message>
        <source>Memories from an assistant are archived below {worth} already if they were not confirmed or used in {days} days.</source>
        <translation>Erinnerungen von Assistenten werden schon unter {worth} archiviert, wenn sie in {days} Tagen nicht bestätigt oder verwendet wurden.</translation>
    </message>
    <message>
        <source>Memories in a few seconds.</source>
        <translation>Erinnerungen in wenigen Sekunden.</translation>
    </message>
    <message numerus="yes">
        <source>Memories in about %n min.</source>
        <translation>
            <numerusform>Erinnerungen in etwa %n Min.</numerusform>
            <numerusform>Erinnerungen in etwa %n Min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories in about %n s.</source>
        <translation>
            <numerusform>Erinnerungen in etwa %n s.</numerusform>
            <numerusform>Erinnerungen in etwa %n s.</numerusform>
        </translation>
    </message>
    <message>
        <source>Memories in review aren&apos;t shared until you accept them.</source>
        <translation>Zu prüfende Erinnerungen werden erst nach Ihrem Annehmen weitergegeben.</translation>
    </message>
    <message>
        <source>Memories in use</source>
        <translation>Verwendete Erinnerungen</translation>
    </message>
    <message>
        <source>Memories less relevant to a prompt are not shared.</source>
        <translation>Weniger passende Erinnerungen werden mit einem Prompt nicht weitergegeben.</translation>
    </message>
    <message>
        <source>Memories linked</source>
        <translation>Erinnerungen verknüpft</translation>
    </message>
    <message>
        <source>Memories of the largest one</source>
        <translation>Erinnerungen des größten Projekts</translation>
    </message>
    <message>
        <source>Memories of the whole project are under all branches.</source>
        <translation>Erinnerungen des ganzen Projekts stehen unter „Alle Branches“.</translation>
    </message>
    <message>
        <source>Memories of this branch and of the whole project</source>
        <translation>Erinnerungen dieses Branchs und des ganzen Projekts</translation>
    </message>
    <message>
        <source>Memories of this kind will be summed up here, with where they come from.</source>
        <translation>Erinnerungen dieser Art werden hier zusammengefasst, mit ihrer Herkunft.</translation>
    </message>
    <message>
        <source>Memories over time</source>
        <translation>Erinnerungen im Lauf der Zeit</translation>
    </message>
    <message>
        <source>Memories shared with this session ({tools})</source>
        <translation>In dieser Sitzung weitergegebene Erinnerungen ({tools})</translation>
    </message>
    <message>
        <source>Memories that helped, of the relevant ones</source>
        <translation>Erinnerungen, die halfen, unter den passenden</translation>
    </message>
    <message>
        <source>Memories that name nothing of their project, or that two projects share, become global. You can undo this.</source>
        <translation>Erinnerungen, die nichts von ihrem Projekt nennen oder die zwei Projekte teilen, werden global. Das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Memories that were idle for 90 days and never used</source>
        <translation>Erinnerungen, die 90 Tage ruhten und nie verwendet wurden</translation>
    </message>
    <message>
        <source>Memories to review</source>
        <translation>Zu prüfende Erinnerungen</translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with 1 session in the last %n days.</source>
        <translation>
            <numerusform>Erinnerungen wurden am letzten Tag an 1 Sitzung weitergegeben.</numerusform>
            <numerusform>Erinnerungen wurden in den letzten %n Tagen an 1 Sitzung weitergegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with {count} sessions in the last %n days.</source>
        <translation>
            <numerusform>Erinnerungen wurden am letzten Tag an {count} Sitzungen weitergegeben.</numerusform>
            <numerusform>Erinnerungen wurden in den letzten %n Tagen an {count} Sitzungen weitergegeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Memorized</source>
        <translation>Gemerkt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Erinnerung</translation>
    </message>
    <message>
        <source>Memory accepted</source>
        <translation>Erinnerung angenommen</translation>
    </message>
    <message>
        <source>Memory accepted. It still contradicts another one: see Conflicts</source>
        <translation>Erinnerung angenommen. Sie widerspricht noch einer anderen: siehe Konflikte</translation>
    </message>
    <message>
        <source>Memory accepted. The older one stays active until you decide in Conflicts</source>
        <translation>Erinnerung angenommen. Die ältere bleibt aktiv, bis Sie unter Konflikte entscheiden</translation>
    </message>
    <message>
        <source>Memory added</source>
        <translation>Erinnerung hinzugefügt</translation>
    </message>
    <message>
        <source>Memory added. A secret in it was replaced</source>
        <translation>Erinnerung hinzugefügt. Ein Geheimnis darin wurde ersetzt</translation>
    </message>
    <message>
        <source>Memory added. Conflicts with another memory</source>
        <translation>Erinnerung hinzugefügt. Konflikt mit einer anderen Erinnerung</translation>
    </message>
    <message>
        <source>Memory deleted</source>
        <translation>Erinnerung gelöscht</translation>
    </message>
    <message>
        <source>Memory deleted permanently</source>
        <translation>Erinnerung endgültig gelöscht</translation>
    </message>
    <message>
        <source>Memory file</source>
        <translation>Erinnerungsdatei</translation>
    </message>
    <message>
        <source>Memory graph</source>
        <translation>Erinnerungsgraph</translation>
    </message>
    <message>
        <source>Memory of branches</source>
        <translation>Erinnerung von Branches</translation>
    </message>
    <message>
        <source>Memory of branches, or files</source>
        <translation>Erinnerung von Branches oder Dateien</translation>
    </message>
    <message>
        <source>Memory of the branch</source>
        <translation>Erinnerung des Branchs</translation>
    </message>
    <message>
        <source>Memory rejected</source>
        <translation>Erinnerung abgelehnt</translation>
    </message>
    <message>
        <source>Memory saved</source>
        <translation>Erinnerung gespeichert</translation>
    </message>
    <message>
        <source>Memory saved. Conflicts with another memory.</source>
        <translation>Erinnerung gespeichert. Konflikt mit einer anderen Erinnerung.</translation>
    </message>
    <message>
        <source>Memory text</source>
        <translation>Text der Erinnerung</translation>
    </message>
    <message>
        <source>Mentioned again</source>
        <translation>Erneut erwähnt</translation>
    </message>
    <message>
        <source>Mentioned together</source>
        <translation>Zusammen erwähnt</translation>
    </message>
    <message>
        <source>Menu of a chart: as a table, copy, save</source>
        <translation>Menü eines Diagramms: als Tabelle, kopieren, speichern</translation>
    </message>
    <message>
        <source>Menu: never share, confidence, its lines in the text</source>
        <translation>Menü: nie weitergeben, Gewissheit, ihre Zeilen im Text</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message numerus="yes">
        <source>Merge %n memories</source>
        <translation>
            <numerusform>%n Erinnerung zusammenführen</numerusform>
            <numerusform>%n Erinnerungen zusammenführen</numerusform>
        </translation>
    </message>
    <message>
        <source>Merge &amp; edit</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge &amp; edit…</source>
        <translation>Zusammenführen&#xa0;…</translation>
    </message>
    <message>
        <source>Merge and edit</source>
        <translation>Zusammenführen und bearbeiten</translation>
    </message>
    <message>
        <source>Merge into one memory</source>
        <translation>Zu einer Erinnerung zusammenführen</translation>
    </message>
    <message>
        <source>Merge the day&apos;s duplicates and find conflicts. A line of crontab, or off.</source>
        <translation>Duplikate des Tages zusammenführen und Konflikte finden. Eine Crontab-Zeile oder off.</translation>
    </message>
    <message>
        <source>Merge the selected memories</source>
        <translation>Ausgewählte Erinnerungen zusammenführen</translation>
    </message>
    <message>
        <source>Merge undone</source>
        <translation>Zusammenführung rückgängig gemacht</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>Zusammengeführt</translation>
    </message>
    <message>
        <source>Merged into one</source>
        <translation>Zu einer zusammengeführt</translation>
    </message>
    <message>
        <source>Merged memory</source>
        <translation>Zusammengeführte Erinnerung</translation>
    </message>
    <message>
        <source>Merged with a similar memory</source>
        <translation>Mit einer ähnlichen Erinnerung zusammengeführt</translation>
    </message>
    <message>
        <source>Merged with a similar memory.</source>
        <translation>Mit einer ähnlichen Erinnerung zusammengeführt.</translation>
    </message>
    <message>
        <source>Merged words</source>
        <translation>Zusammengeführte Wörter</translation>
    </message>
    <message>
        <source>Merges duplicates and finds conflicts from the last day</source>
        <translation>Führt Duplikate zusammen und findet Konflikte des letzten Tages</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Zusammenführen&#xa0;…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Met</source>
        <translation>Aufgetreten</translation>
    </message>
    <message>
        <source>Minimum confidence</source>
        <translation>Mindestgewissheit</translation>
    </message>
    <message>
        <source>Minimum confidence for this, and for “Accept all” in Review.</source>
        <translation>Mindestgewissheit hierfür und für „Alle annehmen“ unter Prüfen.</translation>
    </message>
    <message>
        <source>Minimum relevance</source>
        <translation>Mindestrelevanz</translation>
    </message>
    <message>
        <source>Missed tasks run when the computer wakes. Pinned and sensitive memories are never archived or deleted automatically.</source>
        <translation>Verpasste Aufgaben laufen, wenn der Computer aufwacht. Angeheftete und sensible Erinnerungen werden nie automatisch archiviert oder gelöscht.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model not allowed</source>
        <translation>Modell nicht erlaubt</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models are asked again on {day}.</source>
        <translation>Modelle werden am {day} wieder gefragt.</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>Montag</translation>
    </message>
    <message>
        <source>Monthly</source>
        <translation>Monatlich</translation>
    </message>
    <message>
        <source>Monthly budget</source>
        <translation>Monatsbudget</translation>
    </message>
    <message>
        <source>Monthly budget reached</source>
        <translation>Monatsbudget erreicht</translation>
    </message>
    <message>
        <source>Monthly maintenance</source>
        <translation>Monatliche Wartung</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>Weitere Filter</translation>
    </message>
    <message>
        <source>More for this project</source>
        <translation>Mehr zu diesem Projekt</translation>
    </message>
    <message>
        <source>More to do with this conflict</source>
        <translation>Mehr zu diesem Konflikt</translation>
    </message>
    <message>
        <source>Most memories</source>
        <translation>Die meisten Erinnerungen</translation>
    </message>
    <message>
        <source>Most messages</source>
        <translation>Die meisten Nachrichten</translation>
    </message>
    <message>
        <source>Most shown</source>
        <translation>Meistgezeigt</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>Die meisten Token</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Names, paths and technologies were searched.</source>
        <translation>Namen, Pfade und Techniken wurden durchsucht.</translation>
    </message>
    <message>
        <source>Needs repair</source>
        <translation>Reparatur nötig</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Zu prüfen</translation>
    </message>
    <message>
        <source>Needs review. Not shared until you accept it.</source>
        <translation>Zu prüfen. Wird erst nach dem Annehmen weitergegeben.</translation>
    </message>
    <message>
        <source>Needs your review</source>
        <translation>Von Ihnen zu prüfen</translation>
    </message>
    <message>
        <source>Neither.</source>
        <translation>Keine von beiden.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Never share</source>
        <translation>Nie weitergeben</translation>
    </message>
    <message>
        <source>Never shared from now on</source>
        <translation>Wird ab jetzt nie weitergegeben</translation>
    </message>
    <message>
        <source>Never shared with your AI.</source>
        <translation>Wird nie an Ihre KI weitergegeben.</translation>
    </message>
    <message>
        <source>New and changed conversations are read automatically.</source>
        <translation>Neue und geänderte Gespräche werden automatisch gelesen.</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New file</source>
        <translation>Neue Datei</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>New memories</source>
        <translation>Neue Erinnerungen</translation>
    </message>
    <message>
        <source>New memories and changes appear here.</source>
        <translation>Neue Erinnerungen und Änderungen erscheinen hier.</translation>
    </message>
    <message>
        <source>New memories are active at once, as you chose. Memories marked outdated appear here.</source>
        <translation>Neue Erinnerungen sind sofort aktiv, wie von Ihnen gewählt. Als veraltet markierte erscheinen hier.</translation>
    </message>
    <message>
        <source>New memories per conversation</source>
        <translation>Neue Erinnerungen je Gespräch</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation>Neue Erinnerung</translation>
    </message>
    <message>
        <source>New memory: {words}</source>
        <translation>Neue Erinnerung: {words}</translation>
    </message>
    <message>
        <source>New memory…</source>
        <translation>Neue Erinnerung&#xa0;…</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>New project: {name}</source>
        <translation>Neues Projekt: {name}</translation>
    </message>
    <message>
        <source>New projects</source>
        <translation>Neue Projekte</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>Neuere</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Newest conversations</source>
        <translation>Neueste Gespräche</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Next and previous conflict</source>
        <translation>Nächster und voriger Konflikt</translation>
    </message>
    <message>
        <source>Next and previous figure of a chart, first and last</source>
        <translation>Nächste und vorige Zahl eines Diagramms, erste und letzte</translation>
    </message>
    <message>
        <source>Next and previous line that used a memory</source>
        <translation>Nächste und vorige Zeile, die eine Erinnerung verwendet hat</translation>
    </message>
    <message>
        <source>Next conflict</source>
        <translation>Nächster Konflikt</translation>
    </message>
    <message>
        <source>Next group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Next maintenance</source>
        <translation>Nächste Wartung</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Next source</source>
        <translation>Nächste Quelle</translation>
    </message>
    <message>
        <source>Next, previous</source>
        <translation>Nächste, vorige</translation>
    </message>
    <message>
        <source>Next: {when}</source>
        <translation>Nächste: {when}</translation>
    </message>
    <message>
        <source>Nightly</source>
        <translation>Nächtlich</translation>
    </message>
    <message>
        <source>Nightly maintenance</source>
        <translation>Nächtliche Wartung</translation>
    </message>
    <message>
        <source>No AI tool that Arbor knows was found on this computer.</source>
        <translation>Auf diesem Computer wurde kein KI-Werkzeug gefunden, das Arbor kennt.</translation>
    </message>
    <message>
        <source>No API key</source>
        <translation>Kein API-Schlüssel</translation>
    </message>
    <message>
        <source>No active memories</source>
        <translation>Keine aktiven Erinnerungen</translation>
    </message>
    <message>
        <source>No active memory says anything like it.</source>
        <translation>Keine aktive Erinnerung sagt Ähnliches.</translation>
    </message>
    <message>
        <source>No activity yet</source>
        <translation>Noch keine Aktivität</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>Keine rechtzeitige Antwort</translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation>Noch keine Antwort.</translation>
    </message>
    <message>
        <source>No application can open this folder.</source>
        <translation>Kein Programm kann diesen Ordner öffnen.</translation>
    </message>
    <message>
        <source>No branch</source>
        <translation>Kein Branch</translation>
    </message>
    <message>
        <source>No branch memory yet</source>
        <translation>Noch keine Branch-Erinnerung</translation>
    </message>
    <message>
        <source>No branch selected</source>
        <translation>Kein Branch ausgewählt</translation>
    </message>
    <message>
        <source>No branches found in this project</source>
        <translation>In diesem Projekt wurden keine Branches gefunden</translation>
    </message>
    <message>
        <source>No branches yet</source>
        <translation>Noch keine Branches</translation>
    </message>
    <message>
        <source>No conflicts</source>
        <translation>Keine Konflikte</translation>
    </message>
    <message>
        <source>No conversation files</source>
        <translation>Keine Gesprächsdateien</translation>
    </message>
    <message>
        <source>No conversation is kept for it.</source>
        <translation>Dazu wird kein Gespräch aufbewahrt.</translation>
    </message>
    <message>
        <source>No conversation on this branch</source>
        <translation>Kein Gespräch auf diesem Branch</translation>
    </message>
    <message>
        <source>No conversation selected</source>
        <translation>Kein Gespräch ausgewählt</translation>
    </message>
    <message>
        <source>No conversations in this project yet</source>
        <translation>Noch keine Gespräche in diesem Projekt</translation>
    </message>
    <message>
        <source>No conversations to read.</source>
        <translation>Keine Gespräche zu lesen.</translation>
    </message>
    <message>
        <source>No conversations yet</source>
        <translation>Noch keine Gespräche</translation>
    </message>
    <message>
        <source>No credit left</source>
        <translation>Kein Guthaben mehr</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>Noch keine Daten</translation>
    </message>
    <message>
        <source>No entries yet</source>
        <translation>Noch keine Einträge</translation>
    </message>
    <message>
        <source>No file changes now.</source>
        <translation>Jetzt ändert sich keine Datei.</translation>
    </message>
    <message>
        <source>No file changes.</source>
        <translation>Keine Datei ändert sich.</translation>
    </message>
    <message>
        <source>No file is written; see Files</source>
        <translation>Es wird keine Datei geschrieben; siehe Dateien</translation>
    </message>
    <message>
        <source>No known tools or languages found in this folder.</source>
        <translation>In diesem Ordner wurden keine bekannten Werkzeuge oder Sprachen gefunden.</translation>
    </message>
    <message>
        <source>No links of this kind</source>
        <translation>Keine Verknüpfungen dieser Art</translation>
    </message>
    <message>
        <source>No links yet</source>
        <translation>Noch keine Verknüpfungen</translation>
    </message>
    <message>
        <source>No match for “{words}”</source>
        <translation>Kein Treffer für „{words}“</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>No matching events</source>
        <translation>Keine passenden Ereignisse</translation>
    </message>
    <message>
        <source>No memories</source>
        <translation>Keine Erinnerungen</translation>
    </message>
    <message>
        <source>No memories in this time</source>
        <translation>Keine Erinnerungen in dieser Zeit</translation>
    </message>
    <message>
        <source>No memories of these types are linked so.</source>
        <translation>Keine Erinnerungen dieser Arten sind so verknüpft.</translation>
    </message>
    <message>
        <source>No memories of this branch alone</source>
        <translation>Keine Erinnerungen nur dieses Branchs</translation>
    </message>
    <message>
        <source>No memories of this branch yet. The block is added once there are some.</source>
        <translation>Noch keine Erinnerungen dieses Branchs. Der Block kommt hinzu, sobald es welche gibt.</translation>
    </message>
    <message>
        <source>No memories of this project yet</source>
        <translation>Noch keine Erinnerungen dieses Projekts</translation>
    </message>
    <message numerus="yes">
        <source>No memories shared in the last %n days.</source>
        <translation>
            <numerusform>Am letzten Tag keine Erinnerungen weitergegeben.</numerusform>
            <numerusform>In den letzten %n Tagen keine Erinnerungen weitergegeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>No memories shared with this project yet.</source>
        <translation>Noch keine Erinnerungen an dieses Projekt weitergegeben.</translation>
    </message>
    <message>
        <source>No memories shared yet.</source>
        <translation>Noch keine Erinnerungen weitergegeben.</translation>
    </message>
    <message>
        <source>No memories used</source>
        <translation>Keine Erinnerungen verwendet</translation>
    </message>
    <message>
        <source>No memories yet</source>
        <translation>Noch keine Erinnerungen</translation>
    </message>
    <message>
        <source>No memory answers this question</source>
        <translation>Keine Erinnerung beantwortet diese Frage</translation>
    </message>
    <message>
        <source>No memory applies here yet. Keep working as usual, or add one.</source>
        <translation>Hier gilt noch keine Erinnerung. Arbeiten Sie wie gewohnt oder fügen Sie eine hinzu.</translation>
    </message>
    <message>
        <source>No memory applies here. Choose a project to see what it gets.</source>
        <translation>Hier gilt keine Erinnerung. Wählen Sie ein Projekt, um zu sehen, was es erhält.</translation>
    </message>
    <message>
        <source>No memory selected</source>
        <translation>Keine Erinnerung ausgewählt</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>No model answered</source>
        <translation>Kein Modell hat geantwortet</translation>
    </message>
    <message>
        <source>No model selected</source>
        <translation>Kein Modell ausgewählt</translation>
    </message>
    <message>
        <source>No more conflicts.</source>
        <translation>Keine Konflikte mehr.</translation>
    </message>
    <message>
        <source>No other memory matches.</source>
        <translation>Keine andere Erinnerung passt.</translation>
    </message>
    <message>
        <source>No outcome</source>
        <translation>Kein Ergebnis</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>Keine Probleme gefunden</translation>
    </message>
    <message>
        <source>No program on this computer opens it</source>
        <translation>Kein Programm auf diesem Computer öffnet es</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>Kein Projekt</translation>
    </message>
    <message>
        <source>No project (global only)</source>
        <translation>Kein Projekt (nur global)</translation>
    </message>
    <message>
        <source>No project has memories yet</source>
        <translation>Noch kein Projekt hat Erinnerungen</translation>
    </message>
    <message>
        <source>No project: only global memories are shared</source>
        <translation>Kein Projekt: nur globale Erinnerungen werden weitergegeben</translation>
    </message>
    <message>
        <source>No projects yet</source>
        <translation>Noch keine Projekte</translation>
    </message>
    <message>
        <source>No related memories.</source>
        <translation>Keine verwandten Erinnerungen.</translation>
    </message>
    <message>
        <source>No result</source>
        <translation>Kein Ergebnis</translation>
    </message>
    <message>
        <source>No rule has found a memory yet</source>
        <translation>Noch keine Regel hat eine Erinnerung gefunden</translation>
    </message>
    <message>
        <source>No session of {tool} has called Arbor yet.</source>
        <translation>Noch keine Sitzung von {tool} hat Arbor aufgerufen.</translation>
    </message>
    <message>
        <source>No setting for “{query}”</source>
        <translation>Keine Einstellung für „{query}“</translation>
    </message>
    <message>
        <source>No similar task found</source>
        <translation>Keine ähnliche Aufgabe gefunden</translation>
    </message>
    <message>
        <source>No similar task. These words were mentioned in:</source>
        <translation>Keine ähnliche Aufgabe. Diese Wörter kamen vor in:</translation>
    </message>
    <message>
        <source>No sources on</source>
        <translation>Keine Quelle eingeschaltet</translation>
    </message>
    <message>
        <source>No spending this month.</source>
        <translation>Keine Ausgaben diesen Monat.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None accepted. {why}</source>
        <translation>Keine angenommen. {why}</translation>
    </message>
    <message>
        <source>None found in your projects</source>
        <translation>In Ihren Projekten nicht gefunden</translation>
    </message>
    <message>
        <source>None installed</source>
        <translation>Keine installiert</translation>
    </message>
    <message>
        <source>None is certain enough</source>
        <translation>Keine ist sicher genug</translation>
    </message>
    <message>
        <source>None is very certain (from {value})</source>
        <translation>Keine ist sehr sicher (ab {value})</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Not a conflict</source>
        <translation>Kein Konflikt</translation>
    </message>
    <message>
        <source>Not a duplicate</source>
        <translation>Kein Duplikat</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Not delivered</source>
        <translation>Nicht angekommen</translation>
    </message>
    <message>
        <source>Not delivered: the session&apos;s record does not show it.</source>
        <translation>Nicht angekommen: der Verlauf der Sitzung zeigt es nicht.</translation>
    </message>
    <message>
        <source>Not encrypted: others may read what is sent, and the key. Use https.</source>
        <translation>Unverschlüsselt: andere können mitlesen, auch den Schlüssel. Verwenden Sie https.</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Not found on this computer</source>
        <translation>Auf diesem Computer nicht gefunden</translation>
    </message>
    <message>
        <source>Not from your memory</source>
        <translation>Nicht aus Ihren Erinnerungen</translation>
    </message>
    <message>
        <source>Not in use yet</source>
        <translation>Noch nicht aktiv</translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation>Nicht installiert</translation>
    </message>
    <message>
        <source>Not met</source>
        <translation>Nicht aufgetreten</translation>
    </message>
    <message>
        <source>Not on this computer</source>
        <translation>Nicht auf diesem Computer</translation>
    </message>
    <message>
        <source>Not on this computer.</source>
        <translation>Nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Ungelesen</translation>
    </message>
    <message>
        <source>Not remembered from here on</source>
        <translation>Ab hier wird nichts gemerkt</translation>
    </message>
    <message>
        <source>Not resolved</source>
        <translation>Nicht gelöst</translation>
    </message>
    <message>
        <source>Not responding</source>
        <translation>Antwortet nicht</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>Noch nicht gelaufen</translation>
    </message>
    <message>
        <source>Not saved yet: they add up to {sum}, not to 1.</source>
        <translation>Noch nicht gespeichert: sie ergeben {sum}, nicht 1.</translation>
    </message>
    <message>
        <source>Not scanned yet</source>
        <translation>Noch nicht untersucht</translation>
    </message>
    <message>
        <source>Not scanned yet.</source>
        <translation>Noch nicht untersucht.</translation>
    </message>
    <message>
        <source>Not up to date</source>
        <translation>Nicht aktuell</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht verwendet</translation>
    </message>
    <message>
        <source>Not used yet · added {when}</source>
        <translation>Noch nicht verwendet · hinzugefügt {when}</translation>
    </message>
    <message>
        <source>Not used yet · from {when}</source>
        <translation>Noch nicht verwendet · von {when}</translation>
    </message>
    <message>
        <source>Not used yet.</source>
        <translation>Noch nicht verwendet.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Nothing changes until you accept. The memory is then deleted; you can undo it.</source>
        <translation>Nichts ändert sich, bis Sie annehmen. Dann wird die Erinnerung gelöscht; das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Nothing changes until you accept. You can undo it.</source>
        <translation>Nichts ändert sich, bis Sie annehmen. Das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Nothing from {project} yet</source>
        <translation>Noch nichts aus {project}</translation>
    </message>
    <message>
        <source>Nothing happened yet</source>
        <translation>Noch nichts passiert</translation>
    </message>
    <message>
        <source>Nothing imported yet</source>
        <translation>Noch nichts importiert</translation>
    </message>
    <message>
        <source>Nothing is read until you resume.</source>
        <translation>Nichts wird gelesen, bis Sie fortsetzen.</translation>
    </message>
    <message>
        <source>Nothing is read until you turn on a source.</source>
        <translation>Nichts wird gelesen, bis Sie eine Quelle einschalten.</translation>
    </message>
    <message>
        <source>Nothing matches the filters</source>
        <translation>Nichts passt zu den Filtern</translation>
    </message>
    <message>
        <source>Nothing needed to be done</source>
        <translation>Es gab nichts zu tun</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <source>Nothing new to accept</source>
        <translation>Nichts Neues anzunehmen</translation>
    </message>
    <message>
        <source>Nothing new: all its memories are saved already</source>
        <translation>Nichts Neues: alle ihre Erinnerungen sind schon gespeichert</translation>
    </message>
    <message>
        <source>Nothing saved yet</source>
        <translation>Noch nichts gespeichert</translation>
    </message>
    <message>
        <source>Nothing this year</source>
        <translation>Nichts in diesem Jahr</translation>
    </message>
    <message>
        <source>Nothing to count yet</source>
        <translation>Noch nichts zu zählen</translation>
    </message>
    <message>
        <source>Nothing to read</source>
        <translation>Nichts zu lesen</translation>
    </message>
    <message>
        <source>Nothing to read in it</source>
        <translation>Darin gibt es nichts zu lesen</translation>
    </message>
    <message>
        <source>Nothing to read there.</source>
        <translation>Dort gibt es nichts zu lesen.</translation>
    </message>
    <message>
        <source>Nothing to review</source>
        <translation>Nichts zu prüfen</translation>
    </message>
    <message>
        <source>Nothing to share yet</source>
        <translation>Noch nichts weiterzugeben</translation>
    </message>
    <message>
        <source>Nothing to sum up yet</source>
        <translation>Noch nichts zusammenzufassen</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>Nichts rückgängig zu machen</translation>
    </message>
    <message>
        <source>Nothing to undo on this page</source>
        <translation>Auf dieser Seite nichts rückgängig zu machen</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>Nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Nothing was changed or run.</source>
        <translation>Nichts wurde geändert oder ausgeführt.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Nothing was lost or changed.</source>
        <translation>Nichts ging verloren oder wurde geändert.</translation>
    </message>
    <message>
        <source>Nothing was saved: the disk is full.</source>
        <translation>Nichts gespeichert: der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Nothing was saved: {folder} can&apos;t be written to. Choose another folder.</source>
        <translation>Nichts gespeichert: {folder} ist nicht beschreibbar. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Nothing was saved: {folder} is not there any more.</source>
        <translation>Nichts gespeichert: {folder} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Nothing was saved: {why}.</source>
        <translation>Nichts gespeichert: {why}.</translation>
    </message>
    <message>
        <source>Nothing would be shared here</source>
        <translation>Hier würde nichts weitergegeben</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Notify me about new memories.</source>
        <translation>Meldet neue Erinnerungen.</translation>
    </message>
    <message>
        <source>Notify me if a conversation can&apos;t be read or maintenance fails.</source>
        <translation>Meldet, wenn ein Gespräch nicht gelesen werden kann oder die Wartung fehlschlägt.</translation>
    </message>
    <message>
        <source>Notify me if an integration stops working.</source>
        <translation>Meldet, wenn eine Anbindung nicht mehr funktioniert.</translation>
    </message>
    <message>
        <source>Notify me when new memories contradict older ones.</source>
        <translation>Meldet, wenn neue Erinnerungen älteren widersprechen.</translation>
    </message>
    <message>
        <source>Now reading on this computer</source>
        <translation>Jetzt liest dieser Computer</translation>
    </message>
    <message>
        <source>Now reading with Anthropic</source>
        <translation>Jetzt liest Anthropic</translation>
    </message>
    <message>
        <source>Now reading with Claude CLI</source>
        <translation>Jetzt liest Claude CLI</translation>
    </message>
    <message>
        <source>Now reading with your server</source>
        <translation>Jetzt liest Ihr Server</translation>
    </message>
    <message>
        <source>Now, and after the change</source>
        <translation>Jetzt und nach der Änderung</translation>
    </message>
    <message>
        <source>Number of daily backups to keep.</source>
        <translation>So viele tägliche Sicherungen bleiben.</translation>
    </message>
    <message>
        <source>Of older backups, keep one per week, up to this many.</source>
        <translation>Von älteren Sicherungen bleibt eine je Woche, höchstens so viele.</translation>
    </message>
    <message>
        <source>Of the relevant memories of a conversation (used there, or marked right or wrong by you soon after), how many helped.</source>
        <translation>Von den passenden Erinnerungen eines Gesprächs (dort verwendet oder bald danach von Ihnen als richtig oder falsch markiert): wie viele halfen.</translation>
    </message>
    <message>
        <source>Of these, your AI now sees</source>
        <translation>Davon sieht Ihre KI jetzt</translation>
    </message>
    <message>
        <source>Of {shared} shared there: {became}.</source>
        <translation>Dort weitergegeben: {shared}; davon {became}.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Ältere</translation>
    </message>
    <message>
        <source>Older messages are not sent to the model</source>
        <translation>Ältere Nachrichten werden nicht an das Modell gesendet</translation>
    </message>
    <message>
        <source>Older outdated</source>
        <translation>Ältere veraltet</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>Älteste</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>On average, of conversations with real work in them</source>
        <translation>Im Durchschnitt der Gespräche mit echter Arbeit</translation>
    </message>
    <message>
        <source>On every other branch it reads the {name} one alone; on {branches} that one says “only: not on {branches}”. In other projects it reads {none}.</source>
        <translation>Auf jedem anderen Branch liest sie nur die {name}; auf {branches} steht bei dieser „nur: nicht auf {branches}“. In anderen Projekten liest sie {none}.</translation>
    </message>
    <message>
        <source>On other branches and in other projects it reads {none}.</source>
        <translation>Auf anderen Branches und in anderen Projekten liest sie {none}.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>On this computer, with Anthropic&apos;s models or a compatible server, or with the claude command.</source>
        <translation>Auf diesem Computer, mit Modellen von Anthropic oder einem kompatiblen Server, oder mit dem Befehl claude.</translation>
    </message>
    <message>
        <source>On, but not up to date.</source>
        <translation>Eingeschaltet, aber nicht aktuell.</translation>
    </message>
    <message>
        <source>One conversation</source>
        <translation>Ein Gespräch</translation>
    </message>
    <message>
        <source>One entry per line, under its heading. Your changes are saved as your own words.</source>
        <translation>Ein Eintrag je Zeile, unter seiner Überschrift. Ihre Änderungen werden als Ihre eigenen Worte gespeichert.</translation>
    </message>
    <message>
        <source>One is for it, the other against it.</source>
        <translation>Eine ist dafür, die andere dagegen.</translation>
    </message>
    <message>
        <source>One of them was kept by you</source>
        <translation>Eine davon wurde von Ihnen behalten</translation>
    </message>
    <message>
        <source>One says the opposite of the other.</source>
        <translation>Eine sagt das Gegenteil der anderen.</translation>
    </message>
    <message>
        <source>One says {one}, the other {other}; only one can be true.</source>
        <translation>Eine sagt {one}, die andere {other}; nur eines kann stimmen.</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>Nur</translation>
    </message>
    <message>
        <source>Only branch {name}. Show all branches</source>
        <translation>Nur Branch {name}. Alle Branches anzeigen</translation>
    </message>
    <message>
        <source>Only if the server wants a key</source>
        <translation>Nur falls der Server einen Schlüssel verlangt</translation>
    </message>
    <message>
        <source>Only on {branch}</source>
        <translation>Nur auf {branch}</translation>
    </message>
    <message>
        <source>Only the best matches are listed. Add a word to find others.</source>
        <translation>Nur die besten Treffer werden gezeigt. Ein weiteres Wort findet andere.</translation>
    </message>
    <message>
        <source>Only uncertain</source>
        <translation>Nur unsichere</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open Arbor</source>
        <translation>Arbor öffnen</translation>
    </message>
    <message>
        <source>Open conversation</source>
        <translation>Gespräch öffnen</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open in Conflicts</source>
        <translation>In Konflikten öffnen</translation>
    </message>
    <message>
        <source>Open in Conversations</source>
        <translation>In Gesprächen öffnen</translation>
    </message>
    <message>
        <source>Open memory</source>
        <translation>Erinnerung öffnen</translation>
    </message>
    <message>
        <source>Open summaries</source>
        <translation>Zusammenfassungen öffnen</translation>
    </message>
    <message>
        <source>Open summary: {category}</source>
        <translation>Zusammenfassung öffnen: {category}</translation>
    </message>
    <message>
        <source>Open the conversation it comes from; of a suggestion: its memory</source>
        <translation>Das Gespräch öffnen, aus dem sie stammt; bei einem Vorschlag: seine Erinnerung</translation>
    </message>
    <message>
        <source>Open the memory</source>
        <translation>Erinnerung öffnen</translation>
    </message>
    <message>
        <source>Open the {name} memory</source>
        <translation>Die {name} Erinnerung öffnen</translation>
    </message>
    <message>
        <source>Opens the memory</source>
        <translation>Öffnet die Erinnerung</translation>
    </message>
    <message>
        <source>Optional</source>
        <translation>Optional</translation>
    </message>
    <message>
        <source>Optional: why you chose this. Saved with the decision.</source>
        <translation>Optional: warum Sie so gewählt haben. Wird mit der Entscheidung gespeichert.</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Order of results</source>
        <translation>Reihenfolge der Ergebnisse</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Other memory</source>
        <translation>Andere Erinnerung</translation>
    </message>
    <message>
        <source>Other pages still work, and nothing stored is lost.</source>
        <translation>Andere Seiten funktionieren weiter, und nichts Gespeichertes ist verloren.</translation>
    </message>
    <message>
        <source>Other project</source>
        <translation>Anderes Projekt</translation>
    </message>
    <message>
        <source>Other projects no longer get the {name} memory, which applies everywhere.</source>
        <translation>Andere Projekte erhalten die {name} Erinnerung, die überall gilt, nicht mehr.</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Outcomes</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Overview, Memories, Conversations, Branches</source>
        <translation>Überblick, Erinnerungen, Gespräche, Branches</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Parent project {name}</source>
        <translation>Übergeordnetes Projekt {name}</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Part of it is missing or starts another copy of Arbor. Repair fixes it.</source>
        <translation>Ein Teil fehlt oder startet eine andere Kopie von Arbor. Reparieren behebt es.</translation>
    </message>
    <message>
        <source>Partly done</source>
        <translation>Teilweise erledigt</translation>
    </message>
    <message>
        <source>Parts of the project</source>
        <translation>Teile des Projekts</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause for 1 hour</source>
        <translation>Für 1 Stunde anhalten</translation>
    </message>
    <message>
        <source>Pause reading</source>
        <translation>Lesen anhalten</translation>
    </message>
    <message>
        <source>Pause the model</source>
        <translation>Modell anhalten</translation>
    </message>
    <message>
        <source>Pause until I resume</source>
        <translation>Anhalten, bis ich fortsetze</translation>
    </message>
    <message>
        <source>Pause until tomorrow 08:00</source>
        <translation>Bis morgen 08:00 anhalten</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Paused until {time}</source>
        <translation>Angehalten bis {time}</translation>
    </message>
    <message>
        <source>Paused: nothing is read until you resume</source>
        <translation>Angehalten: nichts wird gelesen, bis Sie fortsetzen</translation>
    </message>
    <message>
        <source>People around you</source>
        <translation>Menschen um Sie</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Pin: always include</source>
        <translation>Anheften: immer einbeziehen</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Pinned and sensitive memories are always kept.</source>
        <translation>Angeheftete und sensible Erinnerungen bleiben immer.</translation>
    </message>
    <message>
        <source>Pinned: always included</source>
        <translation>Angeheftet: immer dabei</translation>
    </message>
    <message>
        <source>Pitfall</source>
        <translation>Stolperfalle</translation>
    </message>
    <message>
        <source>Plain statement</source>
        <translation>Einfache Aussage</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>Vorliebe</translation>
    </message>
    <message>
        <source>Preparation</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>Press the focused button</source>
        <translation>Fokussierte Schaltfläche drücken</translation>
    </message>
    <message>
        <source>Press ← or → to choose a marked word, Enter to add it.</source>
        <translation>Mit ← oder → ein markiertes Wort wählen, mit Eingabe hinzufügen.</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Vorherige</translation>
    </message>
    <message>
        <source>Previous and next conversation</source>
        <translation>Voriges und nächstes Gespräch</translation>
    </message>
    <message>
        <source>Previous and next line that made a memory</source>
        <translation>Vorige und nächste Zeile, die eine Erinnerung ergab</translation>
    </message>
    <message>
        <source>Previous and next memory</source>
        <translation>Vorige und nächste Erinnerung</translation>
    </message>
    <message>
        <source>Previous and next project</source>
        <translation>Voriges und nächstes Projekt</translation>
    </message>
    <message>
        <source>Previous conflict</source>
        <translation>Voriger Konflikt</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Previous source</source>
        <translation>Vorige Quelle</translation>
    </message>
    <message>
        <source>Prices of {date}.</source>
        <translation>Preise vom {date}.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Privacy and data</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Privacy set to {level}</source>
        <translation>Privatsphäre auf „{level}“ gesetzt</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Private facts are shared freely only in private projects.</source>
        <translation>Private Fakten werden nur in privaten Projekten frei weitergegeben.</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Problem and its cause</source>
        <translation>Problem und seine Ursache</translation>
    </message>
    <message>
        <source>Problems prevented</source>
        <translation>Verhinderte Probleme</translation>
    </message>
    <message>
        <source>Processing</source>
        <translation>Wird verarbeitet</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Project file</source>
        <translation>Projektdatei</translation>
    </message>
    <message>
        <source>Project, Z first</source>
        <translation>Projekt, Z zuerst</translation>
    </message>
    <message>
        <source>Project: {name}</source>
        <translation>Projekt: {name}</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Projects appear here once you have worked with an AI in their folders: stack, memories and outcomes of conversations.</source>
        <translation>Projekte erscheinen hier, sobald Sie in ihren Ordnern mit einer KI gearbeitet haben: Technik, Erinnerungen und Ergebnisse von Gesprächen.</translation>
    </message>
    <message>
        <source>Projects of one client or group share what applies to all of them.</source>
        <translation>Projekte eines Kunden oder einer Gruppe teilen, was für alle gilt.</translation>
    </message>
    <message>
        <source>Promote proven, general memories to all projects</source>
        <translation>Bewährte, allgemeine Erinnerungen für alle Projekte übernehmen</translation>
    </message>
    <message>
        <source>Promoted: names no technology of the project</source>
        <translation>Global gemacht: nennt keine Technik des Projekts</translation>
    </message>
    <message>
        <source>Promoted: you made it global</source>
        <translation>Global gemacht: durch Sie</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Prompt budget</source>
        <translation>Prompt-Budget</translation>
    </message>
    <message>
        <source>Proved right</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Proved right in the session: its tests or build passed, or you said that it works</source>
        <translation>In der Sitzung bestätigt: Tests oder Build bestanden, oder Sie sagten, dass es funktioniert</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Quirk</source>
        <translation>Eigenheit</translation>
    </message>
    <message>
        <source>Quirks</source>
        <translation>Eigenheiten</translation>
    </message>
    <message>
        <source>Quirks and pitfalls</source>
        <translation>Eigenheiten und Stolperfallen</translation>
    </message>
    <message>
        <source>Quit Arbor</source>
        <translation>Arbor beenden</translation>
    </message>
    <message>
        <source>Quit Claude Code and start it again; type /hooks there to see whether they are on. If nothing changes, install the hooks again.</source>
        <translation>Beenden Sie Claude Code und starten Sie es neu; geben Sie dort /hooks ein, um zu sehen, ob sie eingeschaltet sind. Ändert sich nichts, installieren Sie die Hooks erneut.</translation>
    </message>
    <message>
        <source>Quit Gemini CLI and start it again; type /hooks panel there to see whether they are on. If nothing changes, install the hooks again.</source>
        <translation>Beenden Sie Gemini CLI und starten Sie es neu; geben Sie dort /hooks panel ein, um zu sehen, ob sie eingeschaltet sind. Ändert sich nichts, installieren Sie die Hooks erneut.</translation>
    </message>
    <message>
        <source>Quit from this icon&apos;s menu.</source>
        <translation>Beenden im Menü dieses Symbols.</translation>
    </message>
    <message>
        <source>Raise the budget</source>
        <translation>Budget erhöhen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message numerus="yes">
        <source>Read %n</source>
        <translation>
            <numerusform>%n lesen</numerusform>
            <numerusform>%n lesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations again with {model}?</source>
        <translation>
            <numerusform>%n Gespräch mit {model} erneut lesen?</numerusform>
            <numerusform>%n Gespräche mit {model} erneut lesen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n now</source>
        <translation>
            <numerusform>%n jetzt lesen</numerusform>
            <numerusform>%n jetzt lesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Read a connected tool&apos;s session when it ends, even if the tool is not a source.</source>
        <translation>Liest die Sitzung eines verbundenen Werkzeugs bei ihrem Ende, auch wenn es keine Quelle ist.</translation>
    </message>
    <message>
        <source>Read a conversation that is still going on after this many turns; 0 waits until it ends.</source>
        <translation>Liest ein laufendes Gespräch nach so vielen Wortwechseln; 0 wartet auf sein Ende.</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>Read again, or retry</source>
        <translation>Erneut lesen oder erneut versuchen</translation>
    </message>
    <message>
        <source>Read by a model</source>
        <translation>Von einem Modell gelesen</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Jetzt lesen</translation>
    </message>
    <message>
        <source>Read once the conversation is quiet</source>
        <translation>Wird gelesen, sobald das Gespräch ruht</translation>
    </message>
    <message>
        <source>Read past conversations in batches</source>
        <translation>Frühere Gespräche gesammelt lesen</translation>
    </message>
    <message>
        <source>Read sessions of connected tools</source>
        <translation>Sitzungen verbundener Werkzeuge lesen</translation>
    </message>
    <message>
        <source>Read the project’s files again</source>
        <translation>Dateien des Projekts erneut lesen</translation>
    </message>
    <message>
        <source>Read the transcript</source>
        <translation>Verlauf lesen</translation>
    </message>
    <message>
        <source>Read this conversation again with {model}?</source>
        <translation>Dieses Gespräch mit {model} erneut lesen?</translation>
    </message>
    <message>
        <source>Read to the end</source>
        <translation>Bis zum Ende lesen</translation>
    </message>
    <message>
        <source>Read with {model}</source>
        <translation>Mit {model} lesen</translation>
    </message>
    <message>
        <source>Read without a model</source>
        <translation>Ohne Modell lesen</translation>
    </message>
    <message>
        <source>Read {source}</source>
        <translation>{source} lesen</translation>
    </message>
    <message>
        <source>Read, nothing to remember: {reason}</source>
        <translation>Gelesen, nichts zu merken: {reason}</translation>
    </message>
    <message>
        <source>Read-only preview. Nothing is sent.</source>
        <translation>Nur-Lese-Vorschau. Nichts wird gesendet.</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n conversations…</source>
        <translation>
            <numerusform>%n Gespräch wird gelesen&#xa0;…</numerusform>
            <numerusform>%n Gespräche werden gelesen&#xa0;…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n files …</source>
        <translation>
            <numerusform>%n Datei wird gelesen&#xa0;…</numerusform>
            <numerusform>%n Dateien werden gelesen&#xa0;…</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading {n} of {total}</source>
        <translation>Liest {n} von {total}</translation>
    </message>
    <message>
        <source>Reading {n} of {total}: {what}</source>
        <translation>Liest {n} von {total}: {what}</translation>
    </message>
    <message>
        <source>Reading {n} of {total}…</source>
        <translation>Liest {n} von {total}&#xa0;…</translation>
    </message>
    <message>
        <source>Reading {what}…</source>
        <translation>{what} wird gelesen&#xa0;…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Liest&#xa0;…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message numerus="yes">
        <source>Ready · watching %n sources</source>
        <translation>
            <numerusform>Bereit · %n Quelle wird beobachtet</numerusform>
            <numerusform>Bereit · %n Quellen werden beobachtet</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason under each</source>
        <translation>Grund unter jeder</translation>
    </message>
    <message>
        <source>Reasons for it</source>
        <translation>Gründe dafür</translation>
    </message>
    <message>
        <source>Recency</source>
        <translation>Aktualität</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Recent activity</source>
        <translation>Letzte Aktivität</translation>
    </message>
    <message>
        <source>Refactoring</source>
        <translation>Refactoring</translation>
    </message>
    <message>
        <source>Refine memories with the model</source>
        <translation>Erinnerungen mit dem Modell verfeinern</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Rejected memories are kept but never shared</source>
        <translation>Abgelehnte Erinnerungen bleiben erhalten, werden aber nie weitergegeben</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
    <message>
        <source>Relationship</source>
        <translation>Beziehung</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>Relevanz</translation>
    </message>
    <message>
        <source>Remember that I prefer short answers with an example.</source>
        <translation>Merk dir, dass ich kurze Antworten mit einem Beispiel mag.</translation>
    </message>
    <message>
        <source>Remember the selected words</source>
        <translation>Die markierten Wörter merken</translation>
    </message>
    <message>
        <source>Remember this</source>
        <translation>Das merken</translation>
    </message>
    <message>
        <source>Remember this message</source>
        <translation>Diese Nachricht merken</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove Arbor&apos;s block from {file}</source>
        <translation>Arbors Block aus {file} entfernen</translation>
    </message>
    <message>
        <source>Remove a filter to see more.</source>
        <translation>Entfernen Sie einen Filter, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>Remove e-mail addresses and phone numbers</source>
        <translation>E-Mail-Adressen und Telefonnummern entfernen</translation>
    </message>
    <message>
        <source>Remove key</source>
        <translation>Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Remove keys, tokens and passwords</source>
        <translation>Schlüssel, Token und Passwörter entfernen</translation>
    </message>
    <message>
        <source>Remove link</source>
        <translation>Verknüpfung entfernen</translation>
    </message>
    <message>
        <source>Remove one to see more.</source>
        <translation>Entfernen Sie einen, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>Remove the API key?</source>
        <translation>API-Schlüssel entfernen?</translation>
    </message>
    <message>
        <source>Remove {folder}</source>
        <translation>{folder} entfernen</translation>
    </message>
    <message>
        <source>Remove {tag}</source>
        <translation>{tag} entfernen</translation>
    </message>
    <message>
        <source>Remove: {what}</source>
        <translation>Entfernen: {what}</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen&#xa0;…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen&#xa0;…</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Reopened</source>
        <translation>Wieder geöffnet</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Repair: {what}</source>
        <translation>Reparieren: {what}</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>Repariert</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace them with a placeholder before anything is stored.</source>
        <translation>Ersetzt sie durch einen Platzhalter, bevor etwas gespeichert wird.</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <source>Replaced by another memory</source>
        <translation>Durch eine andere Erinnerung ersetzt</translation>
    </message>
    <message>
        <source>Replaced by this</source>
        <translation>Durch diese ersetzt</translation>
    </message>
    <message>
        <source>Replaced by “{text}”</source>
        <translation>Ersetzt durch „{text}“</translation>
    </message>
    <message>
        <source>Replaces or was replaced</source>
        <translation>Ersetzt oder wurde ersetzt</translation>
    </message>
    <message>
        <source>Replaces this</source>
        <translation>Ersetzt diese</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Required difference</source>
        <translation>Nötiger Abstand</translation>
    </message>
    <message>
        <source>Requirement</source>
        <translation>Anforderung</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alles zurücksetzen</translation>
    </message>
    <message>
        <source>Reset rules</source>
        <translation>Regeln zurücksetzen</translation>
    </message>
    <message>
        <source>Reset text</source>
        <translation>Text zurücksetzen</translation>
    </message>
    <message>
        <source>Reset the order of results</source>
        <translation>Reihenfolge der Ergebnisse zurücksetzen</translation>
    </message>
    <message>
        <source>Reset when {task} runs</source>
        <translation>Zurücksetzen, wann {task} läuft</translation>
    </message>
    <message>
        <source>Reset {rule}</source>
        <translation>{rule} zurücksetzen</translation>
    </message>
    <message>
        <source>Reset: {rule}</source>
        <translation>Zurücksetzen: {rule}</translation>
    </message>
    <message>
        <source>Resolve</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Resolve clear conflicts automatically</source>
        <translation>Klare Konflikte automatisch lösen</translation>
    </message>
    <message>
        <source>Resolve conflict</source>
        <translation>Konflikt lösen</translation>
    </message>
    <message>
        <source>Resolve conflicts</source>
        <translation>Konflikte lösen</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>Gelöst</translation>
    </message>
    <message>
        <source>Resolved automatically</source>
        <translation>Automatisch gelöst</translation>
    </message>
    <message>
        <source>Restart Arbor</source>
        <translation>Arbor neu starten</translation>
    </message>
    <message>
        <source>Restart it, or install the hooks again.</source>
        <translation>Starten Sie es neu oder installieren Sie die Hooks erneut.</translation>
    </message>
    <message>
        <source>Restart open sessions to use it.</source>
        <translation>Starten Sie offene Sitzungen neu, um es zu verwenden.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore an earlier backup.</source>
        <translation>Eine frühere Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>Restore from</source>
        <translation>Wiederherstellen von</translation>
    </message>
    <message>
        <source>Restore from a file</source>
        <translation>Aus einer Datei wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the backup from {time}</source>
        <translation>Sicherung von {time} wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the version of {when}</source>
        <translation>Version von {when} wiederherstellen</translation>
    </message>
    <message>
        <source>Restore this backup?</source>
        <translation>Diese Sicherung wiederherstellen?</translation>
    </message>
    <message>
        <source>Restore what is archived or deleted</source>
        <translation>Archiviertes oder Gelöschtes wiederherstellen</translation>
    </message>
    <message>
        <source>Restore {kind}, {when}</source>
        <translation>{kind} wiederherstellen, {when}</translation>
    </message>
    <message>
        <source>Restored</source>
        <translation>Wiederhergestellt</translation>
    </message>
    <message>
        <source>Restored from the backup from {time}. The damaged file is kept as {file}.</source>
        <translation>Aus der Sicherung von {time} wiederhergestellt. Die beschädigte Datei bleibt als {file}.</translation>
    </message>
    <message>
        <source>Restored. Your previous memory file is {file}</source>
        <translation>Wiederhergestellt. Ihre vorherige Erinnerungsdatei ist {file}</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>Wiederherstellen&#xa0;…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Review and conflicts</source>
        <translation>Prüfen und Konflikte</translation>
    </message>
    <message>
        <source>Review below</source>
        <translation>Prüfen unter</translation>
    </message>
    <message>
        <source>Review memories</source>
        <translation>Erinnerungen prüfen</translation>
    </message>
    <message>
        <source>Review new memories</source>
        <translation>Neue Erinnerungen prüfen</translation>
    </message>
    <message>
        <source>Review outdated memories</source>
        <translation>Veraltete Erinnerungen prüfen</translation>
    </message>
    <message>
        <source>Review settings</source>
        <translation>Einstellungen zum Prüfen</translation>
    </message>
    <message>
        <source>Review them</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Reworded</source>
        <translation>Umformuliert</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Rules appear here when the first conversation is read.</source>
        <translation>Regeln erscheinen hier, wenn das erste Gespräch gelesen ist.</translation>
    </message>
    <message>
        <source>Rules read your conversations here. Nothing leaves this computer.</source>
        <translation>Hier lesen Regeln Ihre Gespräche. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Rules reset</source>
        <translation>Regeln zurückgesetzt</translation>
    </message>
    <message>
        <source>Run all now</source>
        <translation>Alle jetzt ausführen</translation>
    </message>
    <message>
        <source>Run claude once in a terminal and sign in there, then try again.</source>
        <translation>Starten Sie claude einmal in einem Terminal, melden Sie sich dort an und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Run maintenance now</source>
        <translation>Wartung jetzt ausführen</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>Run {task} now</source>
        <translation>{task} jetzt ausführen</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs all tasks now, one after the other</source>
        <translation>Führt jetzt alle Aufgaben nacheinander aus</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Said by the assistant</source>
        <translation>Vom Assistenten gesagt</translation>
    </message>
    <message>
        <source>Same day</source>
        <translation>Am selben Tag</translation>
    </message>
    <message>
        <source>Same topic</source>
        <translation>Gleiches Thema</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>Samstag</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save a copy of the memory file.</source>
        <translation>Speichert eine Kopie der Erinnerungsdatei.</translation>
    </message>
    <message>
        <source>Save all charts into a folder</source>
        <translation>Alle Diagramme in einem Ordner speichern</translation>
    </message>
    <message>
        <source>Save all figures</source>
        <translation>Alle Zahlen speichern</translation>
    </message>
    <message>
        <source>Save details</source>
        <translation>Angaben speichern</translation>
    </message>
    <message>
        <source>Save figures</source>
        <translation>Zahlen speichern</translation>
    </message>
    <message>
        <source>Save figures as CSV…</source>
        <translation>Zahlen als CSV speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save merged</source>
        <translation>Zusammengeführt speichern</translation>
    </message>
    <message>
        <source>Save page as picture</source>
        <translation>Seite als Bild speichern</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Save picture as PNG…</source>
        <translation>Bild als PNG speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save tables</source>
        <translation>Tabellen speichern</translation>
    </message>
    <message>
        <source>Save tables as CSV…</source>
        <translation>Tabellen als CSV speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save the changed details of this memory?</source>
        <translation>Die geänderten Angaben dieser Erinnerung speichern?</translation>
    </message>
    <message>
        <source>Save the changed text of this memory?</source>
        <translation>Den geänderten Text dieser Erinnerung speichern?</translation>
    </message>
    <message>
        <source>Save the selected words as a memory</source>
        <translation>Die markierten Wörter als Erinnerung speichern</translation>
    </message>
    <message>
        <source>Save, in a dialog</source>
        <translation>Speichern, in einem Dialog</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Saved as {file}</source>
        <translation>Gespeichert als {file}</translation>
    </message>
    <message>
        <source>Saved by an AI tool. No conversation available.</source>
        <translation>Von einem KI-Werkzeug gespeichert. Kein Gespräch vorhanden.</translation>
    </message>
    <message>
        <source>Saved, and marked as reviewed</source>
        <translation>Gespeichert und als geprüft markiert</translation>
    </message>
    <message>
        <source>Saved. {problem}</source>
        <translation>Gespeichert. {problem}</translation>
    </message>
    <message>
        <source>Say when at least one applies.</source>
        <translation>Geben Sie für mindestens eine an, wann sie gilt.</translation>
    </message>
    <message>
        <source>Says the same</source>
        <translation>Sagt dasselbe</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>Erneut untersuchen</translation>
    </message>
    <message>
        <source>Scan its files again</source>
        <translation>Dateien erneut untersuchen</translation>
    </message>
    <message>
        <source>Scan the project&apos;s files again</source>
        <translation>Dateien des Projekts erneut untersuchen</translation>
    </message>
    <message numerus="yes">
        <source>Scanned %n min ago</source>
        <translation>
            <numerusform>Vor %n Min. untersucht</numerusform>
            <numerusform>Vor %n Min. untersucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Scanned just now</source>
        <translation>Gerade untersucht</translation>
    </message>
    <message>
        <source>Scanned {when}</source>
        <translation>Untersucht {when}</translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation>Wird untersucht&#xa0;…</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search all projects</source>
        <translation>Alle Projekte durchsuchen</translation>
    </message>
    <message>
        <source>Search and filter them on the Memories page</source>
        <translation>Auf der Seite „Erinnerungen“ suchen und filtern</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Nach Bedeutung suchen</translation>
    </message>
    <message>
        <source>Search by words only.</source>
        <translation>Nur nach Wörtern suchen.</translation>
    </message>
    <message>
        <source>Search memories</source>
        <translation>Erinnerungen suchen</translation>
    </message>
    <message>
        <source>Search memories to link</source>
        <translation>Zu verknüpfende Erinnerungen suchen</translation>
    </message>
    <message>
        <source>Search memories…</source>
        <translation>Erinnerungen suchen&#xa0;…</translation>
    </message>
    <message>
        <source>Search projects</source>
        <translation>Projekte suchen</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Titel und Nachrichten durchsuchen</translation>
    </message>
    <message numerus="yes">
        <source>Searching %n memories</source>
        <translation>
            <numerusform>%n Erinnerung wird durchsucht</numerusform>
            <numerusform>%n Erinnerungen werden durchsucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Searching your memories…</source>
        <translation>Ihre Erinnerungen werden durchsucht&#xa0;…</translation>
    </message>
    <message>
        <source>Seconds after the last message of a conversation.</source>
        <translation>Sekunden nach der letzten Nachricht eines Gesprächs.</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>See how your memories grow and how often they help. This starts with your first conversation.</source>
        <translation>Sehen Sie, wie Ihre Erinnerungen wachsen und wie oft sie helfen. Das beginnt mit Ihrem ersten Gespräch.</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Seen by the assistant</source>
        <translation>Vom Assistenten bemerkt</translation>
    </message>
    <message>
        <source>Select one memory to say whether it is right</source>
        <translation>Wählen Sie eine Erinnerung, um zu sagen, ob sie stimmt</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send many conversations to Anthropic at once, for half the price and an answer within a day.</source>
        <translation>Sendet viele Gespräche auf einmal an Anthropic, zum halben Preis und mit Antwort binnen eines Tages.</translation>
    </message>
    <message>
        <source>Send nothing to a model until you turn this off.</source>
        <translation>Sendet nichts an ein Modell, bis Sie dies ausschalten.</translation>
    </message>
    <message>
        <source>Sensitive</source>
        <translation>Sensibel</translation>
    </message>
    <message>
        <source>Sensitive: only when your prompt asks for it</source>
        <translation>Sensibel: nur wenn Ihr Prompt danach fragt</translation>
    </message>
    <message>
        <source>Sensitive: your AI sees it only when a prompt asks for it.</source>
        <translation>Sensibel: Ihre KI sieht sie nur, wenn ein Prompt danach fragt.</translation>
    </message>
    <message>
        <source>Sent to review</source>
        <translation>Zur Prüfung vorgelegt</translation>
    </message>
    <message>
        <source>Service error</source>
        <translation>Fehler des Dienstes</translation>
    </message>
    <message>
        <source>Sessions that got memories</source>
        <translation>Sitzungen, die Erinnerungen erhielten</translation>
    </message>
    <message>
        <source>Set to Private</source>
        <translation>Als privat festlegen</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Legt fest</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings, sources, backups you saved elsewhere and your assistants&apos; own files are kept. Conversations that were read before are not read again; new ones are.</source>
        <translation>Einstellungen, Quellen, anderswo gespeicherte Sicherungen und die Dateien Ihrer Assistenten bleiben. Schon gelesene Gespräche werden nicht erneut gelesen, neue schon.</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen&#xa0;…</translation>
    </message>
    <message>
        <source>Share again</source>
        <translation>Wieder weitergeben</translation>
    </message>
    <message>
        <source>Share memories with connected AI tools</source>
        <translation>Erinnerungen mit verbundenen KI-Werkzeugen teilen</translation>
    </message>
    <message>
        <source>Shared again</source>
        <translation>Wieder weitergegeben</translation>
    </message>
    <message>
        <source>Shared as usual again</source>
        <translation>Wird wieder wie üblich weitergegeben</translation>
    </message>
    <message>
        <source>Shared memories that were deleted</source>
        <translation>Weitergegebene, dann gelöschte Erinnerungen</translation>
    </message>
    <message>
        <source>Shared with all projects</source>
        <translation>Mit allen Projekten geteilt</translation>
    </message>
    <message>
        <source>Shared with every prompt. Choose a project to add its memories.</source>
        <translation>Wird mit jedem Prompt weitergegeben. Wählen Sie ein Projekt, um seine Erinnerungen hinzuzufügen.</translation>
    </message>
    <message>
        <source>Shared with every prompt: global memories, and those of this project.</source>
        <translation>Wird mit jedem Prompt weitergegeben: globale Erinnerungen und die dieses Projekts.</translation>
    </message>
    <message>
        <source>Shared with the model for this answer, and not before in this chat.</source>
        <translation>Für diese Antwort an das Modell gegeben und in diesem Chat nicht vorher.</translation>
    </message>
    <message>
        <source>Shares memories about you and the project when a session starts.</source>
        <translation>Gibt zu Beginn einer Sitzung Erinnerungen über Sie und das Projekt weiter.</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Sharing is off in Settings → Sharing. Sessions get no memories.</source>
        <translation>Das Teilen ist unter Einstellungen → Teilen ausgeschaltet. Sitzungen erhalten keine Erinnerungen.</translation>
    </message>
    <message>
        <source>Sharing settings…</source>
        <translation>Einstellungen zum Teilen&#xa0;…</translation>
    </message>
    <message>
        <source>Shift A</source>
        <translation>Umschalt A</translation>
    </message>
    <message>
        <source>Short form</source>
        <translation>Kurzform</translation>
    </message>
    <message>
        <source>Short-lived</source>
        <translation>Kurzlebig</translation>
    </message>
    <message>
        <source>Shorten long memories</source>
        <translation>Lange Erinnerungen kürzen</translation>
    </message>
    <message>
        <source>Shorten long, old memories, archive unused guesses. A line of crontab, or off.</source>
        <translation>Lange, alte Erinnerungen kürzen, ungenutzte Vermutungen archivieren. Eine Crontab-Zeile oder off.</translation>
    </message>
    <message>
        <source>Shortened</source>
        <translation>Gekürzt</translation>
    </message>
    <message>
        <source>Shortens long, old memories, and archives guesses not confirmed or used in 90 days.</source>
        <translation>Kürzt lange, alte Erinnerungen und archiviert Vermutungen, die 90 Tage nicht bestätigt oder verwendet wurden.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show %n earlier messages</source>
        <translation>
            <numerusform>%n frühere Nachricht anzeigen</numerusform>
            <numerusform>%n frühere Nachrichten anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n of every status</source>
        <translation>
            <numerusform>%n mit beliebigem Status anzeigen</numerusform>
            <numerusform>%n mit beliebigem Status anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n uses</source>
        <translation>
            <numerusform>%n Verwendung anzeigen</numerusform>
            <numerusform>%n Verwendungen anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n without filters</source>
        <translation>
            <numerusform>%n ohne Filter anzeigen</numerusform>
            <numerusform>%n ohne Filter anzeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show activity</source>
        <translation>Aktivität anzeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show all %n</source>
        <translation>
            <numerusform>%n anzeigen</numerusform>
            <numerusform>Alle %n anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n backups</source>
        <translation>
            <numerusform>%n Sicherung anzeigen</numerusform>
            <numerusform>Alle %n Sicherungen anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n characters</source>
        <translation>
            <numerusform>%n Zeichen anzeigen</numerusform>
            <numerusform>Alle %n Zeichen anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n rules</source>
        <translation>
            <numerusform>%n Regel anzeigen</numerusform>
            <numerusform>Alle %n Regeln anzeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all branches</source>
        <translation>Alle Branches anzeigen</translation>
    </message>
    <message>
        <source>Show all in Conversations</source>
        <translation>Alle in Gesprächen anzeigen</translation>
    </message>
    <message>
        <source>Show all memories of this rule</source>
        <translation>Alle Erinnerungen dieser Regel anzeigen</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Alles davon anzeigen</translation>
    </message>
    <message>
        <source>Show all projects</source>
        <translation>Alle Projekte anzeigen</translation>
    </message>
    <message>
        <source>Show all tasks</source>
        <translation>Alle Aufgaben anzeigen</translation>
    </message>
    <message>
        <source>Show all, show fewer</source>
        <translation>Alle anzeigen, weniger anzeigen</translation>
    </message>
    <message>
        <source>Show archived memories</source>
        <translation>Archivierte Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show as chart</source>
        <translation>Als Diagramm anzeigen</translation>
    </message>
    <message>
        <source>Show as picture</source>
        <translation>Als Bild anzeigen</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle anzeigen</translation>
    </message>
    <message>
        <source>Show context</source>
        <translation>Kontext anzeigen</translation>
    </message>
    <message>
        <source>Show earlier messages</source>
        <translation>Frühere Nachrichten anzeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles anzeigen</translation>
    </message>
    <message>
        <source>Show everything to see what else happened.</source>
        <translation>Alles anzeigen, um zu sehen, was sonst geschah.</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Weniger anzeigen</translation>
    </message>
    <message>
        <source>Show figures</source>
        <translation>Zahlen anzeigen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show in Memories</source>
        <translation>In Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Show integrations</source>
        <translation>Anbindungen anzeigen</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show its memories</source>
        <translation>Ihre Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll anzeigen</translation>
    </message>
    <message>
        <source>Show maintenance log</source>
        <translation>Wartungsprotokoll anzeigen</translation>
    </message>
    <message>
        <source>Show new memory</source>
        <translation>Neue Erinnerung anzeigen</translation>
    </message>
    <message>
        <source>Show older runs</source>
        <translation>Ältere Läufe anzeigen</translation>
    </message>
    <message>
        <source>Show only this</source>
        <translation>Nur dies anzeigen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht anzeigen</translation>
    </message>
    <message>
        <source>Show resolved</source>
        <translation>Gelöste anzeigen</translation>
    </message>
    <message>
        <source>Show the memories in use</source>
        <translation>Verwendete Erinnerungen anzeigen</translation>
    </message>
    <message>
        <source>Show the memories of {rule}</source>
        <translation>Erinnerungen von {rule} anzeigen</translation>
    </message>
    <message>
        <source>Show the memories that a bar counts</source>
        <translation>Die Erinnerungen anzeigen, die ein Balken zählt</translation>
    </message>
    <message>
        <source>Show the sessions that got memories</source>
        <translation>Sitzungen anzeigen, die Erinnerungen erhielten</translation>
    </message>
    <message>
        <source>Show {memories}</source>
        <translation>{memories} anzeigen</translation>
    </message>
    <message>
        <source>Show {what}</source>
        <translation>{what} anzeigen</translation>
    </message>
    <message>
        <source>Shown as</source>
        <translation>Angezeigt als</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Similar past tasks</source>
        <translation>Ähnliche frühere Aufgaben</translation>
    </message>
    <message>
        <source>Single-letter keys</source>
        <translation>Tasten aus einem Buchstaben</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Size of a project</source>
        <translation>Größe eines Projekts</translation>
    </message>
    <message>
        <source>Size of global memories</source>
        <translation>Größe der globalen Erinnerungen</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>Fähigkeit</translation>
    </message>
    <message>
        <source>Skip for now</source>
        <translation>Vorerst überspringen</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Solution</source>
        <translation>Lösung</translation>
    </message>
    <message>
        <source>Something between this computer and Anthropic&apos;s service answered in its place: a proxy, or a network that needs a sign-in.</source>
        <translation>Etwas zwischen diesem Computer und dem Dienst von Anthropic hat an seiner Stelle geantwortet: ein Proxy oder ein Netzwerk, das eine Anmeldung braucht.</translation>
    </message>
    <message>
        <source>Something between this computer and Anthropic&apos;s service redirects to {address}: a proxy, or a network that needs a sign-in.</source>
        <translation>Etwas zwischen diesem Computer und dem Dienst von Anthropic leitet um zu {address}: ein Proxy oder ein Netzwerk, das eine Anmeldung braucht.</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>Something went wrong in Arbor.</source>
        <translation>In Arbor ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>Something went wrong. This page may be out of date.</source>
        <translation>Etwas ist schiefgegangen. Diese Seite ist vielleicht nicht aktuell.</translation>
    </message>
    <message>
        <source>Something went wrong: {error}</source>
        <translation>Etwas ist schiefgegangen: {error}</translation>
    </message>
    <message>
        <source>Sort by {column}</source>
        <translation>Nach {column} sortieren</translation>
    </message>
    <message>
        <source>Sounds like</source>
        <translation>Klingt nach</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source and similar memories</source>
        <translation>Quelle und ähnliche Erinnerungen</translation>
    </message>
    <message>
        <source>Source, history, related</source>
        <translation>Quelle, Änderungen, Verwandt</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Spent of this month&apos;s budget</source>
        <translation>Vom Budget dieses Monats ausgegeben</translation>
    </message>
    <message>
        <source>Spent this month</source>
        <translation>Diesen Monat ausgegeben</translation>
    </message>
    <message>
        <source>Split CLAUDE.md back into its parts</source>
        <translation>CLAUDE.md wieder in ihre Teile teilen</translation>
    </message>
    <message>
        <source>Split by</source>
        <translation>Trennen nach</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Technik</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Standing instruction</source>
        <translation>Dauerhafte Anweisung</translation>
    </message>
    <message>
        <source>Start Arbor in the tray, without a window, when you log in.</source>
        <translation>Startet Arbor beim Anmelden im Infobereich, ohne Fenster.</translation>
    </message>
    <message>
        <source>Start Codex, type /hooks and trust those of Arbor; then begin a session.</source>
        <translation>Starten Sie Codex, geben Sie /hooks ein und vertrauen Sie denen von Arbor; beginnen Sie dann eine Sitzung.</translation>
    </message>
    <message>
        <source>Start a search</source>
        <translation>Suche beginnen</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>Beim Anmelden starten</translation>
    </message>
    <message>
        <source>Start from the newer text. Click a marked word below to add it.</source>
        <translation>Beginnen Sie mit dem neueren Text. Ein Klick auf ein markiertes Wort unten fügt es hinzu.</translation>
    </message>
    <message>
        <source>Start from the newest text. Click a marked word below to add it.</source>
        <translation>Beginnen Sie mit dem neuesten Text. Ein Klick auf ein markiertes Wort unten fügt es hinzu.</translation>
    </message>
    <message>
        <source>Start from this text</source>
        <translation>Mit diesem Text beginnen</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Von vorn beginnen</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Started with an empty memory. The damaged file is kept as {file}.</source>
        <translation>Mit leeren Erinnerungen begonnen. Die beschädigte Datei bleibt als {file}.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Status, reversed</source>
        <translation>Status, umgekehrt</translation>
    </message>
    <message>
        <source>Still true?</source>
        <translation>Stimmt das noch?</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop ignoring</source>
        <translation>Nicht mehr ignorieren</translation>
    </message>
    <message>
        <source>Stop ignoring this project</source>
        <translation>Dieses Projekt nicht mehr ignorieren</translation>
    </message>
    <message>
        <source>Stop maintenance</source>
        <translation>Wartung anhalten</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>Lesen anhalten</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort anhalten</translation>
    </message>
    <message>
        <source>Stop using the model after this amount per month; 0 sets no limit.</source>
        <translation>Verwendet das Modell ab diesem Betrag je Monat nicht mehr; 0 setzt keine Grenze.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stopped before anything was read</source>
        <translation>Angehalten, bevor etwas gelesen wurde</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Hält an&#xa0;…</translation>
    </message>
    <message>
        <source>Stored by an agent</source>
        <translation>Von einem Agenten gespeichert</translation>
    </message>
    <message>
        <source>Stored {stored}, now {now}</source>
        <translation>Gespeichert {stored}, jetzt {now}</translation>
    </message>
    <message>
        <source>Sub-agent</source>
        <translation>Unteragent</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>Success</source>
        <translation>Erfolg</translation>
    </message>
    <message>
        <source>Suggested</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Suggested by AI tools</source>
        <translation>Von KI-Werkzeugen vorgeschlagen</translation>
    </message>
    <message>
        <source>Suggested by an AI tool</source>
        <translation>Von einem KI-Werkzeug vorgeschlagen</translation>
    </message>
    <message>
        <source>Suggested change</source>
        <translation>Vorgeschlagene Änderung</translation>
    </message>
    <message>
        <source>Suggested wording</source>
        <translation>Vorgeschlagener Wortlaut</translation>
    </message>
    <message>
        <source>Suggested: {action}</source>
        <translation>Vorschlag: {action}</translation>
    </message>
    <message>
        <source>Suggestion accepted: memory changed</source>
        <translation>Vorschlag angenommen: Erinnerung geändert</translation>
    </message>
    <message>
        <source>Suggestion accepted: memory deleted</source>
        <translation>Vorschlag angenommen: Erinnerung gelöscht</translation>
    </message>
    <message>
        <source>Suggestion rejected: memory unchanged</source>
        <translation>Vorschlag abgelehnt: Erinnerung unverändert</translation>
    </message>
    <message>
        <source>Suggestions accepted</source>
        <translation>Vorschläge angenommen</translation>
    </message>
    <message>
        <source>Sum {sum}</source>
        <translation>Summe {sum}</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Summary as Markdown</source>
        <translation>Zusammenfassung als Markdown</translation>
    </message>
    <message>
        <source>Summary of what came before</source>
        <translation>Zusammenfassung des Vorherigen</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>Sonntag</translation>
    </message>
    <message>
        <source>Supported, not found here</source>
        <translation>Unterstützt, hier nicht gefunden</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Switched</source>
        <translation>Gewechselt</translation>
    </message>
    <message>
        <source>Switched back</source>
        <translation>Zurückgewechselt</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>Tag to add</source>
        <translation>Neues Schlagwort</translation>
    </message>
    <message numerus="yes">
        <source>Tagged %n memories</source>
        <translation>
            <numerusform>%n Erinnerung verschlagwortet</numerusform>
            <numerusform>%n Erinnerungen verschlagwortet</numerusform>
        </translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Tags, introduction, headings and open conflicts</source>
        <translation>Schlagwörter, Einleitung, Überschriften und offene Konflikte</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Tasks like this one</source>
        <translation>Aufgaben wie diese</translation>
    </message>
    <message>
        <source>Technologies</source>
        <translation>Techniken</translation>
    </message>
    <message>
        <source>Technologies whose lessons apply everywhere</source>
        <translation>Techniken, deren Erkenntnisse überall gelten</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>Technik</translation>
    </message>
    <message>
        <source>Technology, expires, applies when, category, links, ID</source>
        <translation>Technik, Ablauf, gilt wenn, Kategorie, Verknüpfungen, ID</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>Tests</translation>
    </message>
    <message>
        <source>Tests and builds</source>
        <translation>Tests und Builds</translation>
    </message>
    <message>
        <source>Tests in</source>
        <translation>Tests in</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text and memories</source>
        <translation>Text und Erinnerungen</translation>
    </message>
    <message>
        <source>Text of the branch&apos;s memory</source>
        <translation>Text der Branch-Erinnerung</translation>
    </message>
    <message>
        <source>Text of the merged memory</source>
        <translation>Text der zusammengeführten Erinnerung</translation>
    </message>
    <message>
        <source>Text saved. It still needs review</source>
        <translation>Text gespeichert. Sie ist weiter zu prüfen</translation>
    </message>
    <message>
        <source>Texts and tags were searched.</source>
        <translation>Texte und Schlagwörter wurden durchsucht.</translation>
    </message>
    <message>
        <source>That conversation is no longer available</source>
        <translation>Dieses Gespräch ist nicht mehr verfügbar</translation>
    </message>
    <message>
        <source>That memory no longer exists.</source>
        <translation>Diese Erinnerung gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The AI can also look up memories and suggest new ones.</source>
        <translation>Die KI kann auch Erinnerungen nachschlagen und neue vorschlagen.</translation>
    </message>
    <message>
        <source>The account has no credit left at {who}. Add some there, then try again.</source>
        <translation>Das Konto bei {who} hat kein Guthaben mehr. Laden Sie es auf und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The account that Claude Code is signed in with can&apos;t be used for this.</source>
        <translation>Das Konto, mit dem Claude Code angemeldet ist, kann dafür nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The account that Claude Code is signed in with has no budget left. Raise its limit, or choose another way to read conversations.</source>
        <translation>Das Konto, mit dem Claude Code angemeldet ist, hat kein Budget mehr. Erhöhen Sie dessen Limit oder lassen Sie Gespräche anders lesen.</translation>
    </message>
    <message>
        <source>The answer hit the length limit. Ask to continue.</source>
        <translation>Die Antwort erreichte die Höchstlänge. Bitten Sie um Fortsetzung.</translation>
    </message>
    <message>
        <source>The answer was cut off here.</source>
        <translation>Hier wurde die Antwort abgeschnitten.</translation>
    </message>
    <message>
        <source>The answer was interrupted.</source>
        <translation>Die Antwort wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The branch&apos;s memory is kept in one block of this file, for every tool that reads it. Nothing outside the block is changed.</source>
        <translation>Die Branch-Erinnerung steht in einem Block dieser Datei, für jedes Werkzeug, das sie liest. Außerhalb des Blocks ändert sich nichts.</translation>
    </message>
    <message>
        <source>The certificate of {server} can&apos;t be trusted. A proxy may be in between; this computer must know its certificate (SSL_CERT_FILE).</source>
        <translation>Dem Zertifikat von {server} kann nicht vertraut werden. Vielleicht ist ein Proxy dazwischen; dieser Computer muss dessen Zertifikat kennen (SSL_CERT_FILE).</translation>
    </message>
    <message>
        <source>The check failed</source>
        <translation>Die Prüfung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The claude command does not know this model. Choose another one.</source>
        <translation>Der Befehl claude kennt dieses Modell nicht. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The confidence of a memory that is never used or confirmed fades, until it is archived. You can restore it.</source>
        <translation>Die Gewissheit einer nie verwendeten oder bestätigten Erinnerung verblasst, bis sie archiviert wird. Sie können sie wiederherstellen.</translation>
    </message>
    <message>
        <source>The conflict is decided again</source>
        <translation>Der Konflikt ist wieder entschieden</translation>
    </message>
    <message>
        <source>The connection was lost in the middle of the answer; Arbor tries again later.</source>
        <translation>Die Verbindung brach mitten in der Antwort ab; Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>The file can&apos;t be read, so it is left unchanged.</source>
        <translation>Die Datei ist nicht lesbar und bleibt unverändert.</translation>
    </message>
    <message>
        <source>The file is deleted</source>
        <translation>Die Datei wird gelöscht</translation>
    </message>
    <message>
        <source>The file names a path of this computer, so keep it out of version control.</source>
        <translation>Die Datei nennt einen Pfad dieses Computers; nehmen Sie sie nicht in die Versionsverwaltung auf.</translation>
    </message>
    <message>
        <source>The file no longer exists</source>
        <translation>Die Datei gibt es nicht mehr</translation>
    </message>
    <message>
        <source>The file no longer exists. The conversation is kept here.</source>
        <translation>Die Datei gibt es nicht mehr. Das Gespräch bleibt hier.</translation>
    </message>
    <message>
        <source>The file with your memories is damaged. It is kept, whatever you choose.</source>
        <translation>Die Datei mit Ihren Erinnerungen ist beschädigt. Sie wird aufgehoben, was immer Sie wählen.</translation>
    </message>
    <message>
        <source>The file, its index and its references are intact.</source>
        <translation>Die Datei, ihr Index und ihre Verweise sind in Ordnung.</translation>
    </message>
    <message>
        <source>The folder no longer exists</source>
        <translation>Den Ordner gibt es nicht mehr</translation>
    </message>
    <message>
        <source>The graph can&apos;t be loaded</source>
        <translation>Der Graph kann nicht geladen werden</translation>
    </message>
    <message>
        <source>The language of the window. It changes when Arbor restarts.</source>
        <translation>Die Sprache des Fensters. Sie wechselt, wenn Arbor neu startet.</translation>
    </message>
    <message>
        <source>The memories are still on this computer. Nothing was changed.</source>
        <translation>Die Erinnerungen sind noch auf diesem Computer. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The memories can&apos;t be read</source>
        <translation>Die Erinnerungen sind nicht lesbar</translation>
    </message>
    <message>
        <source>The memory of {branch} is empty</source>
        <translation>Die Erinnerung von {branch} ist leer</translation>
    </message>
    <message>
        <source>The memory of {branch} was changed</source>
        <translation>Die Erinnerung von {branch} wurde geändert</translation>
    </message>
    <message>
        <source>The memory to delete</source>
        <translation>Die zu löschende Erinnerung</translation>
    </message>
    <message>
        <source>The memory with the highest confidence was kept</source>
        <translation>Die Erinnerung mit der höchsten Gewissheit wurde behalten</translation>
    </message>
    <message>
        <source>The model also compares memories, checks conflicts and writes summaries. Sensitive memories are never sent for this.</source>
        <translation>Das Modell vergleicht auch Erinnerungen, prüft Konflikte und schreibt Zusammenfassungen. Sensible Erinnerungen werden dafür nie gesendet.</translation>
    </message>
    <message>
        <source>The model can&apos;t be reached</source>
        <translation>Das Modell ist nicht erreichbar</translation>
    </message>
    <message>
        <source>The model cited no memory for this.</source>
        <translation>Das Modell hat dafür keine Erinnerung angeführt.</translation>
    </message>
    <message>
        <source>The model could not answer</source>
        <translation>Das Modell konnte nicht antworten</translation>
    </message>
    <message>
        <source>The model declined to answer this.</source>
        <translation>Das Modell wollte dies nicht beantworten.</translation>
    </message>
    <message>
        <source>The model is overloaded</source>
        <translation>Das Modell ist überlastet</translation>
    </message>
    <message>
        <source>The model is paused</source>
        <translation>Das Modell ist angehalten</translation>
    </message>
    <message>
        <source>The model refused to answer.</source>
        <translation>Das Modell wollte nicht antworten.</translation>
    </message>
    <message>
        <source>The model&apos;s answer was longer than allowed, and was cut off.</source>
        <translation>Die Antwort des Modells war länger als erlaubt und wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>The model&apos;s name on the server</source>
        <translation>Name des Modells auf dem Server</translation>
    </message>
    <message>
        <source>The more certain one was kept</source>
        <translation>Die sicherere wurde behalten</translation>
    </message>
    <message>
        <source>The network&apos;s proxy needs a sign-in. Check the system&apos;s proxy settings.</source>
        <translation>Der Proxy des Netzwerks braucht eine Anmeldung. Prüfen Sie die Proxy-Einstellungen des Systems.</translation>
    </message>
    <message>
        <source>The network&apos;s proxy refused the connection. Check the system&apos;s proxy settings.</source>
        <translation>Der Proxy des Netzwerks hat die Verbindung abgelehnt. Prüfen Sie die Proxy-Einstellungen des Systems.</translation>
    </message>
    <message>
        <source>The newer memory was kept</source>
        <translation>Die neuere Erinnerung wurde behalten</translation>
    </message>
    <message>
        <source>The newer one says that {other} replaces {one}.</source>
        <translation>Die neuere sagt, dass {other} {one} ersetzt.</translation>
    </message>
    <message>
        <source>The newer one was kept</source>
        <translation>Die neuere wurde behalten</translation>
    </message>
    <message>
        <source>The older memories move to Review and aren&apos;t shared until you decide there.</source>
        <translation>Die älteren Erinnerungen kommen zum Prüfen und werden erst weitergegeben, wenn Sie dort entschieden haben.</translation>
    </message>
    <message>
        <source>The older memory moves to Review and isn&apos;t shared until you decide there.</source>
        <translation>Die ältere Erinnerung kommt zum Prüfen und wird erst weitergegeben, wenn Sie dort entschieden haben.</translation>
    </message>
    <message>
        <source>The older memory was kept</source>
        <translation>Die ältere Erinnerung wurde behalten</translation>
    </message>
    <message>
        <source>The older memory was marked as outdated</source>
        <translation>Die ältere Erinnerung wurde als veraltet markiert</translation>
    </message>
    <message>
        <source>The older one was kept</source>
        <translation>Die ältere wurde behalten</translation>
    </message>
    <message>
        <source>The older one was marked outdated</source>
        <translation>Die ältere wurde als veraltet markiert</translation>
    </message>
    <message>
        <source>The originals are archived and linked from its Related tab.</source>
        <translation>Die Originale werden archiviert und im Reiter „Verwandt“ verknüpft.</translation>
    </message>
    <message>
        <source>The originals are replaced. One undo restores them.</source>
        <translation>Die Originale werden ersetzt. Einmal Rückgängig stellt sie wieder her.</translation>
    </message>
    <message>
        <source>The other pages still work, and nothing is lost.</source>
        <translation>Die anderen Seiten funktionieren weiter, und nichts ist verloren.</translation>
    </message>
    <message>
        <source>The others are archived. You can undo or reopen this.</source>
        <translation>Die anderen werden archiviert. Sie können dies rückgängig machen oder wieder öffnen.</translation>
    </message>
    <message>
        <source>The server at {host}</source>
        <translation>Der Server auf {host}</translation>
    </message>
    <message>
        <source>The server at {server} does not speak Anthropic&apos;s protocol. Check the address in Settings → Reading.</source>
        <translation>Der Server auf {server} spricht nicht das Protokoll von Anthropic. Prüfen Sie die Adresse unter Einstellungen → Lesen.</translation>
    </message>
    <message>
        <source>The service names no models. Type the name of one.</source>
        <translation>Der Dienst nennt keine Modelle. Geben Sie den Namen eines Modells ein.</translation>
    </message>
    <message>
        <source>The share of their words that both of them say; 1.00 is the same text.</source>
        <translation>Der Anteil der Wörter, die beide enthalten; 1,00 ist derselbe Text.</translation>
    </message>
    <message>
        <source>The suggestion needs review again</source>
        <translation>Der Vorschlag ist wieder zu prüfen</translation>
    </message>
    <message>
        <source>The summary can&apos;t be shown</source>
        <translation>Die Zusammenfassung kann nicht angezeigt werden</translation>
    </message>
    <message>
        <source>The summary is empty now</source>
        <translation>Die Zusammenfassung ist jetzt leer</translation>
    </message>
    <message>
        <source>The system&apos;s keyring does not respond; it may need unlocking. Unlock it and try again, {otherwise}</source>
        <translation>Der Schlüsselbund des Systems antwortet nicht; vielleicht ist er gesperrt. Entsperren Sie ihn und versuchen Sie es erneut, {otherwise}</translation>
    </message>
    <message>
        <source>The system&apos;s keyring is locked. Unlock it and try again, {otherwise}</source>
        <translation>Der Schlüsselbund des Systems ist gesperrt. Entsperren Sie ihn und versuchen Sie es erneut, {otherwise}</translation>
    </message>
    <message>
        <source>The text is too long for this model.</source>
        <translation>Der Text ist für dieses Modell zu lang.</translation>
    </message>
    <message>
        <source>The text of this conversation is no longer kept.</source>
        <translation>Der Text dieses Gesprächs wird nicht mehr aufbewahrt.</translation>
    </message>
    <message>
        <source>The text was removed</source>
        <translation>Der Text wurde entfernt</translation>
    </message>
    <message>
        <source>The timeline can&apos;t be loaded</source>
        <translation>Die Zeitachse kann nicht geladen werden</translation>
    </message>
    <message>
        <source>The tool was not found on this computer.</source>
        <translation>Das Werkzeug wurde auf diesem Computer nicht gefunden.</translation>
    </message>
    <message>
        <source>The worktrees of this repository are one project, with one memory.</source>
        <translation>Die Worktrees dieses Repositorys sind ein Projekt mit gemeinsamen Erinnerungen.</translation>
    </message>
    <message>
        <source>The {name} memory applies {where}</source>
        <translation>Die {name} Erinnerung gilt {where}</translation>
    </message>
    <message>
        <source>The {name} memory is archived. You can undo or reopen this.</source>
        <translation>Die {name} Erinnerung wird archiviert. Sie können dies rückgängig machen oder wieder öffnen.</translation>
    </message>
    <message>
        <source>The {name} one it reads everywhere, there too.</source>
        <translation>Die {name} liest sie überall, auch dort.</translation>
    </message>
    <message>
        <source>The {tool} hook failed when it was last called: {trouble} Your session continued without memories. See: arbor doctor</source>
        <translation>Der Hook von {tool} ist beim letzten Aufruf fehlgeschlagen: {trouble} Ihre Sitzung lief ohne Erinnerungen weiter. Siehe: arbor doctor</translation>
    </message>
    <message>
        <source>Their history is deleted too.</source>
        <translation>Auch ihr Änderungsverlauf wird gelöscht.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Theme: Dark</source>
        <translation>Erscheinungsbild: dunkel</translation>
    </message>
    <message>
        <source>Theme: Light</source>
        <translation>Erscheinungsbild: hell</translation>
    </message>
    <message>
        <source>Theme: System</source>
        <translation>Erscheinungsbild: System</translation>
    </message>
    <message>
        <source>There is no claude command on this computer. Install Claude Code, then come back.</source>
        <translation>Auf diesem Computer gibt es keinen Befehl claude. Installieren Sie Claude Code und kommen Sie dann wieder.</translation>
    </message>
    <message>
        <source>There is no claude command on this computer. Install Claude Code, then try again.</source>
        <translation>Auf diesem Computer gibt es keinen Befehl claude. Installieren Sie Claude Code und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>There is no limit.</source>
        <translation>Es gibt keine Grenze.</translation>
    </message>
    <message>
        <source>There is no memory and no conversation of this project.</source>
        <translation>Von diesem Projekt gibt es keine Erinnerung und kein Gespräch.</translation>
    </message>
    <message>
        <source>There is no safe connection to {server}. Is the address right (http, https)?</source>
        <translation>Es gibt keine sichere Verbindung zu {server}. Stimmt die Adresse (http, https)?</translation>
    </message>
    <message>
        <source>There is no {host}. Check the address and the network.</source>
        <translation>Es gibt kein {host}. Prüfen Sie die Adresse und das Netzwerk.</translation>
    </message>
    <message numerus="yes">
        <source>These %n memories</source>
        <translation>
            <numerusform>Diese %n Erinnerung</numerusform>
            <numerusform>Diese %n Erinnerungen</numerusform>
        </translation>
    </message>
    <message>
        <source>These apply only when you use a model.</source>
        <translation>Dies gilt nur, wenn Sie ein Modell verwenden.</translation>
    </message>
    <message>
        <source>These figures are estimates.</source>
        <translation>Diese Zahlen sind Schätzungen.</translation>
    </message>
    <message>
        <source>These three memories</source>
        <translation>Diese drei Erinnerungen</translation>
    </message>
    <message>
        <source>These two memories</source>
        <translation>Diese zwei Erinnerungen</translation>
    </message>
    <message>
        <source>They are still on this computer. Nothing was changed.</source>
        <translation>Sie sind noch auf diesem Computer. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>They don&apos;t conflict</source>
        <translation>Sie widersprechen sich nicht</translation>
    </message>
    <message>
        <source>They say {values} about the same thing; only one can be true.</source>
        <translation>Sie nennen {values} zur selben Sache; nur eines kann stimmen.</translation>
    </message>
    <message>
        <source>They were merged into one memory</source>
        <translation>Sie wurden zu einer Erinnerung zusammengeführt</translation>
    </message>
    <message>
        <source>They won&apos;t be read again. The assistants&apos; own files are not touched.</source>
        <translation>Sie werden nicht erneut gelesen. Die Dateien der Assistenten bleiben unberührt.</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach&#xa0;…</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>Dieses Gespräch</translation>
    </message>
    <message>
        <source>This folder has no code. Is it private?</source>
        <translation>Dieser Ordner enthält keinen Code. Ist er privat?</translation>
    </message>
    <message>
        <source>This folder is missing. It is read again when it is back.</source>
        <translation>Dieser Ordner fehlt. Er wird wieder gelesen, wenn er zurück ist.</translation>
    </message>
    <message>
        <source>This folder isn&apos;t on this computer, so its files can&apos;t be read. See Memories and Conversations for what was saved.</source>
        <translation>Dieser Ordner ist nicht auf diesem Computer, seine Dateien sind nicht lesbar. Gespeichertes steht unter Erinnerungen und Gespräche.</translation>
    </message>
    <message>
        <source>This is exactly what your AI sees when a session starts, and why. You have no memories yet.</source>
        <translation>Genau das sieht Ihre KI zu Beginn einer Sitzung, und warum. Sie haben noch keine Erinnerungen.</translation>
    </message>
    <message>
        <source>This month&apos;s budget does not cover the next question, which may cost up to {most}: {spent} of {limit} are spent or reserved. To go on now, raise the budget in Settings → Reading.</source>
        <translation>Das Budget dieses Monats reicht nicht für die nächste Frage, die bis zu {most} kosten kann: {spent} von {limit} sind ausgegeben oder vorgemerkt. Um jetzt weiterzumachen, erhöhen Sie das Budget unter Einstellungen → Lesen.</translation>
    </message>
    <message>
        <source>This month&apos;s budget is spent: {spent} of {limit}. Nothing is sent until next month; conversations to read are kept. To go on now, raise the budget in Settings → Reading.</source>
        <translation>Das Budget dieses Monats ist ausgegeben: {spent} von {limit}. Bis zum nächsten Monat wird nichts gesendet; zu lesende Gespräche bleiben erhalten. Um jetzt weiterzumachen, erhöhen Sie das Budget unter Einstellungen → Lesen.</translation>
    </message>
    <message>
        <source>This month: {tokens} tokens · {cost}</source>
        <translation>Diesen Monat: {tokens} Token · {cost}</translation>
    </message>
    <message>
        <source>This needs a language model.</source>
        <translation>Dafür ist ein Sprachmodell nötig.</translation>
    </message>
    <message>
        <source>This one replaces it</source>
        <translation>Diese ersetzt sie</translation>
    </message>
    <message>
        <source>This one was marked as outdated</source>
        <translation>Diese wurde als veraltet markiert</translation>
    </message>
    <message>
        <source>This page as one picture…</source>
        <translation>Diese Seite als ein Bild&#xa0;…</translation>
    </message>
    <message>
        <source>This project</source>
        <translation>Dieses Projekt</translation>
    </message>
    <message>
        <source>This project is ignored: nothing is saved or sent.</source>
        <translation>Dieses Projekt wird ignoriert: nichts wird gespeichert oder gesendet.</translation>
    </message>
    <message>
        <source>This reads as a question.</source>
        <translation>Das liest sich wie eine Frage.</translation>
    </message>
    <message>
        <source>This system has no keyring to keep the key in. Install one (on Linux: gnome-keyring or KWallet), {otherwise}</source>
        <translation>Dieses System hat keinen Schlüsselbund für den Schlüssel. Installieren Sie einen (unter Linux: gnome-keyring oder KWallet), {otherwise}</translation>
    </message>
    <message>
        <source>This tool keeps no record of what was delivered.</source>
        <translation>Dieses Werkzeug hält nicht fest, was ankam.</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Schwellen</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>Donnerstag</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time-out</source>
        <translation>Zeitlimit</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Timeline: show or hide the memories of a line</source>
        <translation>Zeitachse: die Erinnerungen einer Zeile ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Times and costs are estimates.</source>
        <translation>Zeiten und Kosten sind Schätzungen.</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title, Z first</source>
        <translation>Titel, Z zuerst</translation>
    </message>
    <message>
        <source>Titles and messages were searched.</source>
        <translation>Titel und Nachrichten wurden durchsucht.</translation>
    </message>
    <message>
        <source>Titles, descriptions and sections were searched.</source>
        <translation>Titel, Beschreibungen und Abschnitte wurden durchsucht.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>To JSON, Markdown or CSV. Sensitive memories and those never to be shared are left out.</source>
        <translation>Als JSON, Markdown oder CSV. Sensible und nie weiterzugebende Erinnerungen werden ausgelassen.</translation>
    </message>
    <message>
        <source>To what</source>
        <translation>Worauf</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Tokens and cost</source>
        <translation>Token und Kosten</translation>
    </message>
    <message>
        <source>Tokens in / out</source>
        <translation>Token ein / aus</translation>
    </message>
    <message>
        <source>Tokens · cost</source>
        <translation>Token · Kosten</translation>
    </message>
    <message>
        <source>Told to remember</source>
        <translation>Zum Merken aufgefordert</translation>
    </message>
    <message>
        <source>Too many requests</source>
        <translation>Zu viele Anfragen</translation>
    </message>
    <message>
        <source>Too short</source>
        <translation>Zu kurz</translation>
    </message>
    <message>
        <source>Too short to have anything worth remembering</source>
        <translation>Zu kurz, um etwas Merkenswertes zu enthalten</translation>
    </message>
    <message>
        <source>Too short to have anything worth remembering, or run by a program</source>
        <translation>Zu kurz, um etwas Merkenswertes zu enthalten, oder von einem Programm gestartet</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>Werkzeugaufruf</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Werkzeugergebnis</translation>
    </message>
    <message>
        <source>Tool results, memories marked never share, and ignored projects are not.</source>
        <translation>Werkzeugergebnisse, nie weiterzugebende Erinnerungen und ignorierte Projekte dagegen nicht.</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Total memories</source>
        <translation>Erinnerungen gesamt</translation>
    </message>
    <message>
        <source>Trade-offs</source>
        <translation>Vor- und Nachteile</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Try a prompt</source>
        <translation>Prompt ausprobieren</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Try other words, or search conversations.</source>
        <translation>Versuchen Sie andere Wörter oder durchsuchen Sie Gespräche.</translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation>Versuchen Sie andere Wörter.</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>Dienstag</translation>
    </message>
    <message>
        <source>Turn on a source below.</source>
        <translation>Schalten Sie unten eine Quelle ein.</translation>
    </message>
    <message>
        <source>Turn on “arbor” in Cursor Settings, MCP, if it is off. Cursor asks for memories itself.</source>
        <translation>Schalten Sie „arbor“ in Cursor unter Settings, MCP ein, falls es aus ist. Cursor fragt selbst nach Erinnerungen.</translation>
    </message>
    <message>
        <source>Two memories conflict</source>
        <translation>Zwei Erinnerungen widersprechen sich</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Type a question, then ask</source>
        <translation>Frage eingeben, dann fragen</translation>
    </message>
    <message>
        <source>Type set to {type}</source>
        <translation>Art auf „{type}“ gesetzt</translation>
    </message>
    <message>
        <source>Type {word} to go on</source>
        <translation>Geben Sie {word} ein, um fortzufahren</translation>
    </message>
    <message>
        <source>Undecided: conflicts with “{text}”</source>
        <translation>Unentschieden: widerspricht „{text}“</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo saving: {text}</source>
        <translation>Speichern rückgängig machen: {text}</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>Letzte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undo {what}</source>
        <translation>{what} rückgängig machen</translation>
    </message>
    <message>
        <source>Undoes the decision and restores its memories</source>
        <translation>Macht die Entscheidung rückgängig und stellt ihre Erinnerungen wieder her</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undone by you</source>
        <translation>Von Ihnen rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undone {when}: {what}</source>
        <translation>Rückgängig gemacht {when}: {what}</translation>
    </message>
    <message>
        <source>Undone, {memories}</source>
        <translation>Rückgängig gemacht, {memories}</translation>
    </message>
    <message>
        <source>Undone. The files are restored.</source>
        <translation>Rückgängig gemacht. Die Dateien sind wiederhergestellt.</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Unknown model</source>
        <translation>Unbekanntes Modell</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Unpinned</source>
        <translation>Nicht mehr angeheftet</translation>
    </message>
    <message>
        <source>Unresolved: {numbers} contradict each other.</source>
        <translation>Ungelöst: {numbers} widersprechen sich.</translation>
    </message>
    <message>
        <source>Unsaved details</source>
        <translation>Nicht gespeicherte Angaben</translation>
    </message>
    <message>
        <source>Unsaved text</source>
        <translation>Nicht gespeicherter Text</translation>
    </message>
    <message>
        <source>Until I resume</source>
        <translation>Bis ich fortsetze</translation>
    </message>
    <message>
        <source>Until tomorrow 08:00</source>
        <translation>Bis morgen 08:00</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>Untitled chat</source>
        <translation>Chat ohne Titel</translation>
    </message>
    <message>
        <source>Untitled conversation</source>
        <translation>Gespräch ohne Titel</translation>
    </message>
    <message>
        <source>Unused for 90 days</source>
        <translation>90 Tage ungenutzt</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Update now</source>
        <translation>Jetzt aktualisieren</translation>
    </message>
    <message>
        <source>Update now gathers what your memories say about it: facts, decisions, conventions, bug patterns.</source>
        <translation>„Jetzt aktualisieren“ sammelt, was Ihre Erinnerungen dazu sagen: Fakten, Entscheidungen, Konventionen, Fehlermuster.</translation>
    </message>
    <message>
        <source>Update: {what}</source>
        <translation>Aktualisieren: {what}</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>Aktualisiert</translation>
    </message>
    <message>
        <source>Updates an older memory:</source>
        <translation>Aktualisiert eine ältere Erinnerung:</translation>
    </message>
    <message>
        <source>Updating…</source>
        <translation>Wird aktualisiert&#xa0;…</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Verwendung</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Use A, E, J, K, N, S and 1 to 5 in Review and Conflicts, except while typing.</source>
        <translation>Verwendet A, E, J, K, N, S und 1 bis 5 in Prüfen und Konflikten, außer beim Tippen.</translation>
    </message>
    <message>
        <source>Use Claude CLI</source>
        <translation>Claude CLI verwenden</translation>
    </message>
    <message>
        <source>Use another key</source>
        <translation>Anderen Schlüssel verwenden</translation>
    </message>
    <message>
        <source>Use my exact words</source>
        <translation>Meine genauen Worte verwenden</translation>
    </message>
    <message>
        <source>Use this computer</source>
        <translation>Diesen Computer verwenden</translation>
    </message>
    <message>
        <source>Use this computer instead</source>
        <translation>Stattdessen diesen Computer verwenden</translation>
    </message>
    <message>
        <source>Use this key</source>
        <translation>Diesen Schlüssel verwenden</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>Diesen Server verwenden</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verwendet</translation>
    </message>
    <message numerus="yes">
        <source>Used %n times</source>
        <translation>
            <numerusform>%n Mal verwendet</numerusform>
            <numerusform>%n Mal verwendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n×</source>
        <translation>
            <numerusform>%n× verwendet</numerusform>
            <numerusform>%n× verwendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Used less recently</source>
        <translation>Länger nicht verwendet</translation>
    </message>
    <message>
        <source>Used {memories}.</source>
        <translation>{memories} verwendet.</translation>
    </message>
    <message>
        <source>Used:</source>
        <translation>Verwendet:</translation>
    </message>
    <message>
        <source>Useful memories fade more slowly; pinned and sensitive ones never fade.</source>
        <translation>Nützliche Erinnerungen verblassen langsamer; angeheftete und sensible nie.</translation>
    </message>
    <message>
        <source>Uses the claude command you are already signed in to.</source>
        <translation>Verwendet den Befehl claude, bei dem Sie schon angemeldet sind.</translation>
    </message>
    <message>
        <source>Uses the model all-MiniLM-L6-v2 (91 MB).</source>
        <translation>Verwendet das Modell all-MiniLM-L6-v2 (91 MB).</translation>
    </message>
    <message numerus="yes">
        <source>Using %n memories</source>
        <translation>
            <numerusform>%n Erinnerung in Verwendung</numerusform>
            <numerusform>%n Erinnerungen in Verwendung</numerusform>
        </translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Version restored</source>
        <translation>Version wiederhergestellt</translation>
    </message>
    <message>
        <source>Versions and more</source>
        <translation>Versionen und mehr</translation>
    </message>
    <message>
        <source>Very certain memories are accepted without asking from now on</source>
        <translation>Sehr sichere Erinnerungen werden ab jetzt ohne Rückfrage angenommen</translation>
    </message>
    <message>
        <source>Very certain memories need review again</source>
        <translation>Sehr sichere Erinnerungen sind wieder zu prüfen</translation>
    </message>
    <message>
        <source>Very certain: confidence {value} or higher.</source>
        <translation>Sehr sicher: Gewissheit {value} oder höher.</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>View memory</source>
        <translation>Erinnerung ansehen</translation>
    </message>
    <message>
        <source>View memory that was used</source>
        <translation>Verwendete Erinnerung ansehen</translation>
    </message>
    <message>
        <source>View the first one</source>
        <translation>Die erste ansehen</translation>
    </message>
    <message>
        <source>Wait before reading</source>
        <translation>Vor dem Lesen warten</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Waiting for model · {n}</source>
        <translation>Wartet auf das Modell · {n}</translation>
    </message>
    <message>
        <source>Waiting for the model</source>
        <translation>Wartet auf das Modell</translation>
    </message>
    <message>
        <source>Warnings first, then by category</source>
        <translation>Warnungen zuerst, dann nach Kategorie</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>Mittwoch</translation>
    </message>
    <message>
        <source>Weekly</source>
        <translation>Wöchentlich</translation>
    </message>
    <message>
        <source>Weekly backups kept</source>
        <translation>Aufbewahrte wöchentliche Sicherungen</translation>
    </message>
    <message>
        <source>Weekly maintenance</source>
        <translation>Wöchentliche Wartung</translation>
    </message>
    <message>
        <source>Weights of relevance, confidence, frequency of use and recency. They must add up to 1.</source>
        <translation>Gewichte von Relevanz, Gewissheit, Häufigkeit und Aktualität. Zusammen müssen sie 1 ergeben.</translation>
    </message>
    <message>
        <source>What do you know about how I like to work?</source>
        <translation>Was weißt du darüber, wie ich gern arbeite?</translation>
    </message>
    <message>
        <source>What do you know about {project}?</source>
        <translation>Was weißt du über {project}?</translation>
    </message>
    <message>
        <source>What is set, such as testing.coverage_target</source>
        <translation>Was festgelegt ist, etwa testing.coverage_target</translation>
    </message>
    <message>
        <source>What is worth remembering from its conversations is saved here.</source>
        <translation>Was sich aus seinen Gesprächen zu merken lohnt, wird hier gespeichert.</translation>
    </message>
    <message>
        <source>What should a new colleague know before the first commit?</source>
        <translation>Was sollte eine neue Kollegin vor dem ersten Commit wissen?</translation>
    </message>
    <message>
        <source>What should your AI remember?</source>
        <translation>Was soll sich Ihre KI merken?</translation>
    </message>
    <message>
        <source>What you know</source>
        <translation>Was Sie können</translation>
    </message>
    <message>
        <source>What your AI sees</source>
        <translation>Was Ihre KI sieht</translation>
    </message>
    <message>
        <source>What your AI sees in this project</source>
        <translation>Was Ihre KI in diesem Projekt sieht</translation>
    </message>
    <message>
        <source>What your AI will see</source>
        <translation>Was Ihre KI sehen wird</translation>
    </message>
    <message>
        <source>When conversations are read</source>
        <translation>Wann Gespräche gelesen werden</translation>
    </message>
    <message>
        <source>When does each one apply?</source>
        <translation>Wann gilt welche?</translation>
    </message>
    <message>
        <source>When off, Arbor still reads their conversations.</source>
        <translation>Ausgeschaltet liest Arbor ihre Gespräche trotzdem.</translation>
    </message>
    <message>
        <source>When the {name} memory applies</source>
        <translation>Wann die {name} Erinnerung gilt</translation>
    </message>
    <message>
        <source>Where the {name} memory applies</source>
        <translation>Wo die {name} Erinnerung gilt</translation>
    </message>
    <message>
        <source>Where things are</source>
        <translation>Wo was ist</translation>
    </message>
    <message>
        <source>Where this came from</source>
        <translation>Woher das stammt</translation>
    </message>
    <message>
        <source>Where to look</source>
        <translation>Wo gesucht wird</translation>
    </message>
    <message>
        <source>Which decisions did we make here, and why?</source>
        <translation>Welche Entscheidungen haben wir hier getroffen, und warum?</translation>
    </message>
    <message>
        <source>While editing: accept with the edit</source>
        <translation>Beim Bearbeiten: mit der Änderung annehmen</translation>
    </message>
    <message>
        <source>While editing: save, cancel</source>
        <translation>Beim Bearbeiten: speichern, abbrechen</translation>
    </message>
    <message>
        <source>Who reads conversations</source>
        <translation>Wer Gespräche liest</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why each memory is shared or left out</source>
        <translation>Warum jede Erinnerung weitergegeben oder ausgelassen wird</translation>
    </message>
    <message>
        <source>Why: {reason}</source>
        <translation>Warum: {reason}</translation>
    </message>
    <message>
        <source>With a prompt</source>
        <translation>Mit einem Prompt</translation>
    </message>
    <message>
        <source>With each prompt</source>
        <translation>Mit jedem Prompt</translation>
    </message>
    <message>
        <source>With memories</source>
        <translation>Mit Erinnerungen</translation>
    </message>
    <message>
        <source>With “only uncertain”, memories below this confidence need review.</source>
        <translation>Bei „Nur unsichere“ sind Erinnerungen unter dieser Gewissheit zu prüfen.</translation>
    </message>
    <message>
        <source>Without any messages</source>
        <translation>Ohne Nachrichten</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Worktrees share the memory</source>
        <translation>Worktrees teilen die Erinnerungen</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Write something different for each.</source>
        <translation>Schreiben Sie für jede etwas anderes.</translation>
    </message>
    <message>
        <source>Write the memory into {file}</source>
        <translation>Die Erinnerung in {file} schreiben</translation>
    </message>
    <message>
        <source>Writes .arbor/memory/branches/&lt;branch&gt;.md below the project&apos;s folder. You may edit these files: what you change is read back. Turning this off removes the files.</source>
        <translation>Schreibt .arbor/memory/branches/&lt;branch&gt;.md unter den Ordner des Projekts. Sie dürfen diese Dateien bearbeiten: Ihre Änderungen werden eingelesen. Ausschalten entfernt die Dateien.</translation>
    </message>
    <message>
        <source>Written by an assistant</source>
        <translation>Von einem Assistenten geschrieben</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>Falsch</translation>
    </message>
    <message>
        <source>Wrong address</source>
        <translation>Falsche Adresse</translation>
    </message>
    <message>
        <source>Wrong approach</source>
        <translation>Falscher Weg</translation>
    </message>
    <message>
        <source>Wrong, or reject what needs review</source>
        <translation>Falsch, oder zu Prüfendes ablehnen</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>You added it by hand.</source>
        <translation>Sie haben sie selbst hinzugefügt.</translation>
    </message>
    <message>
        <source>You can reopen it.</source>
        <translation>Sie können ihn wieder öffnen.</translation>
    </message>
    <message>
        <source>You can reopen them.</source>
        <translation>Sie können sie wieder öffnen.</translation>
    </message>
    <message>
        <source>You can undo the import.</source>
        <translation>Sie können den Import rückgängig machen.</translation>
    </message>
    <message numerus="yes">
        <source>You decided %n conflicts.</source>
        <translation>
            <numerusform>Sie haben %n Konflikt entschieden.</numerusform>
            <numerusform>Sie haben %n Konflikte entschieden.</numerusform>
        </translation>
    </message>
    <message>
        <source>You ignore its project</source>
        <translation>Sie ignorieren sein Projekt</translation>
    </message>
    <message>
        <source>You ignore these conversations, or their project</source>
        <translation>Sie ignorieren diese Gespräche oder ihr Projekt</translation>
    </message>
    <message>
        <source>You ignore this conversation</source>
        <translation>Sie ignorieren dieses Gespräch</translation>
    </message>
    <message>
        <source>You paused it: nothing is sent to a model.</source>
        <translation>Sie haben es angehalten: nichts geht an ein Modell.</translation>
    </message>
    <message>
        <source>You said</source>
        <translation>Sie schrieben</translation>
    </message>
    <message>
        <source>You say in the next step when each one applies.</source>
        <translation>Im nächsten Schritt sagen Sie, wann welche gilt.</translation>
    </message>
    <message>
        <source>You see each change to a tool&apos;s file before it is made, and a copy of the file is kept. Files of a project, such as CLAUDE.md, are turned on in the project.</source>
        <translation>Sie sehen jede Änderung an der Datei eines Werkzeugs vorher, und eine Kopie bleibt. Dateien eines Projekts, etwa CLAUDE.md, schalten Sie im Projekt ein.</translation>
    </message>
    <message>
        <source>You stopped this answer.</source>
        <translation>Sie haben diese Antwort angehalten.</translation>
    </message>
    <message>
        <source>You write the text in the next step. The originals are archived; you can undo this.</source>
        <translation>Im nächsten Schritt schreiben Sie den Text. Die Originale werden archiviert; das lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Your AI reads both, each with its condition:</source>
        <translation>Ihre KI liest beide, jede mit ihrer Bedingung:</translation>
    </message>
    <message>
        <source>Your AI tools read these files. A block is the memory itself, written into the file; an import line is one line that loads it from {file}.</source>
        <translation>Ihre KI-Werkzeuge lesen diese Dateien. Ein Block ist die Erinnerung selbst, in die Datei geschrieben; eine Importzeile ist eine Zeile, die sie aus {file} lädt.</translation>
    </message>
    <message>
        <source>Your changes of this summary are not saved.</source>
        <translation>Ihre Änderungen an dieser Zusammenfassung sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>Your chats are listed here, the newest first.</source>
        <translation>Ihre Chats stehen hier, der neueste zuerst.</translation>
    </message>
    <message>
        <source>Your choice</source>
        <translation>Ihre Wahl</translation>
    </message>
    <message>
        <source>Your conversations with AI tools appear here once you choose sources.</source>
        <translation>Ihre Gespräche mit KI-Werkzeugen erscheinen hier, sobald Sie Quellen wählen.</translation>
    </message>
    <message>
        <source>Your correction · {kind}</source>
        <translation>Ihre Korrektur · {kind}</translation>
    </message>
    <message>
        <source>Your data</source>
        <translation>Ihre Daten</translation>
    </message>
    <message>
        <source>Your earlier feedback is discarded. Your memories are kept.</source>
        <translation>Ihre bisherigen Rückmeldungen werden verworfen. Ihre Erinnerungen bleiben.</translation>
    </message>
    <message>
        <source>Your memories agree. If two ever disagree, you decide here.</source>
        <translation>Ihre Erinnerungen stimmen überein. Widersprechen sich je zwei, entscheiden Sie hier.</translation>
    </message>
    <message>
        <source>Your memories are still on this computer. Nothing was changed.</source>
        <translation>Ihre Erinnerungen sind noch auf diesem Computer. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Your memory doesn&apos;t say</source>
        <translation>Ihre Erinnerungen sagen dazu nichts</translation>
    </message>
    <message>
        <source>Your messages and the replies are sent to Anthropic by the claude command.</source>
        <translation>Ihre Nachrichten und die Antworten gehen über den Befehl claude an Anthropic.</translation>
    </message>
    <message>
        <source>Your messages and the replies are sent to Anthropic.</source>
        <translation>Ihre Nachrichten und die Antworten gehen an Anthropic.</translation>
    </message>
    <message>
        <source>Your messages and the replies are sent to this server.</source>
        <translation>Ihre Nachrichten und die Antworten gehen an diesen Server.</translation>
    </message>
    <message>
        <source>Your own BERT model, for search.vectors = folder.</source>
        <translation>Ihr eigenes BERT-Modell, für search.vectors = folder.</translation>
    </message>
    <message>
        <source>Your own model</source>
        <translation>Ihr eigenes Modell</translation>
    </message>
    <message>
        <source>Your reviews teach Arbor how far to trust each rule. Memories found by a rule that is often wrong get less confidence, by half at most, and need review.</source>
        <translation>Ihre Prüfungen lehren Arbor, wie weit jeder Regel zu trauen ist. Erinnerungen einer oft falschen Regel erhalten weniger Gewissheit, höchstens die Hälfte weniger, und sind zu prüfen.</translation>
    </message>
    <message>
        <source>Your settings no longer keep it. Its memories are kept.</source>
        <translation>Nach Ihren Einstellungen wird es nicht mehr aufbewahrt. Seine Erinnerungen bleiben.</translation>
    </message>
    <message>
        <source>Your words are kept; new memories are added at the end of the key facts.</source>
        <translation>Ihre Worte bleiben; neue Erinnerungen kommen ans Ende der wichtigsten Fakten.</translation>
    </message>
    <message>
        <source>ZIP file with tables (*.zip)</source>
        <translation>ZIP-Datei mit Tabellen (*.zip)</translation>
    </message>
    <message>
        <source>a cause that was found</source>
        <translation>eine gefundene Ursache</translation>
    </message>
    <message>
        <source>a cause that you confirmed</source>
        <translation>eine von Ihnen bestätigte Ursache</translation>
    </message>
    <message>
        <source>a decision</source>
        <translation>einer Entscheidung</translation>
    </message>
    <message>
        <source>a goal</source>
        <translation>einem Ziel</translation>
    </message>
    <message>
        <source>a preference</source>
        <translation>einer Vorliebe</translation>
    </message>
    <message>
        <source>a problem and its cause</source>
        <translation>einem Problem und seiner Ursache</translation>
    </message>
    <message>
        <source>a standing instruction</source>
        <translation>einer dauerhaften Anweisung</translation>
    </message>
    <message numerus="yes">
        <source>about %n h</source>
        <translation>
            <numerusform>etwa %n Std.</numerusform>
            <numerusform>etwa %n Std.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min</source>
        <translation>
            <numerusform>etwa %n Min.</numerusform>
            <numerusform>etwa %n Min.</numerusform>
        </translation>
    </message>
    <message>
        <source>about {money}</source>
        <translation>etwa {money}</translation>
    </message>
    <message>
        <source>about {tokens} tokens</source>
        <translation>etwa {tokens} Token</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>annehmen</translation>
    </message>
    <message>
        <source>accept automatically confidence resolve</source>
        <translation>automatisch annehmen gewissheit lösen</translation>
    </message>
    <message>
        <source>add folder</source>
        <translation>ordner hinzufügen</translation>
    </message>
    <message>
        <source>add memory</source>
        <translation>erinnerung hinzufügen</translation>
    </message>
    <message>
        <source>added: </source>
        <translation>hinzugefügt: </translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>also needs review</source>
        <translation>auch zu prüfen</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n older changes</source>
        <translation>
            <numerusform>und %n ältere Änderung</numerusform>
            <numerusform>und %n ältere Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>appearance theme keyboard language tray notifications start login</source>
        <translation>erscheinungsbild thema tastatur sprache infobereich benachrichtigungen start anmelden</translation>
    </message>
    <message>
        <source>applies when</source>
        <translation>gilt wenn</translation>
    </message>
    <message>
        <source>archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>archived after {span} unused</source>
        <translation>nach {span} ohne Verwendung archiviert</translation>
    </message>
    <message>
        <source>archived below {worth}</source>
        <translation>archiviert unter {worth}</translation>
    </message>
    <message>
        <source>ascending</source>
        <translation>aufsteigend</translation>
    </message>
    <message>
        <source>asked {what}</source>
        <translation>gefragt {what}</translation>
    </message>
    <message>
        <source>at</source>
        <translation>um</translation>
    </message>
    <message>
        <source>at its own prices</source>
        <translation>zu eigenen Preisen</translation>
    </message>
    <message>
        <source>at line {line}</source>
        <translation>in Zeile {line}</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>at the start</source>
        <translation>zu Beginn</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>automatically</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>autostart startup boot</source>
        <translation>autostart anmelden hochfahren</translation>
    </message>
    <message>
        <source>backend model language network cost offline test choose</source>
        <translation>modell sprache netzwerk kosten offline test wählen lesen</translation>
    </message>
    <message>
        <source>backup copy save export</source>
        <translation>sicherung kopie speichern exportieren</translation>
    </message>
    <message>
        <source>backup restore</source>
        <translation>sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>backup restore delete export folder storage</source>
        <translation>sicherung wiederherstellen löschen exportieren ordner speicherort</translation>
    </message>
    <message>
        <source>backup restore import</source>
        <translation>sicherung wiederherstellen importieren</translation>
    </message>
    <message>
        <source>backup {what}</source>
        <translation>Sicherung {what}</translation>
    </message>
    <message>
        <source>backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>branch {name}</source>
        <translation>Branch {name}</translation>
    </message>
    <message>
        <source>build failed</source>
        <translation>Build fehlgeschlagen</translation>
    </message>
    <message>
        <source>build passed</source>
        <translation>Build bestanden</translation>
    </message>
    <message>
        <source>by an agent</source>
        <translation>von einem Agenten</translation>
    </message>
    <message>
        <source>by an import</source>
        <translation>durch einen Import</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>by maintenance</source>
        <translation>durch die Wartung</translation>
    </message>
    <message>
        <source>by schedule</source>
        <translation>nach Zeitplan</translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n days</source>
        <translation>
            <numerusform>nach Art, letzter %n Tag</numerusform>
            <numerusform>nach Art, letzte %n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n weeks</source>
        <translation>
            <numerusform>nach Art, letzte %n Woche</numerusform>
            <numerusform>nach Art, letzte %n Wochen</numerusform>
        </translation>
    </message>
    <message>
        <source>by you</source>
        <translation>von Ihnen</translation>
    </message>
    <message>
        <source>by {who}</source>
        <translation>von {who}</translation>
    </message>
    <message>
        <source>change</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>checked out</source>
        <translation>ausgecheckt</translation>
    </message>
    <message>
        <source>checks failed</source>
        <translation>Prüfungen fehlgeschlagen</translation>
    </message>
    <message>
        <source>checks passed</source>
        <translation>Prüfungen bestanden</translation>
    </message>
    <message>
        <source>cleared</source>
        <translation>geleert</translation>
    </message>
    <message>
        <source>close window background</source>
        <translation>fenster schließen hintergrund</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>coding conversations used a stored pattern or preference</source>
        <translation>Programmiergespräche verwendeten ein gespeichertes Muster oder eine Vorliebe</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>eingeklappt</translation>
    </message>
    <message>
        <source>colours appearance mode</source>
        <translation>farben aussehen modus dunkel hell</translation>
    </message>
    <message>
        <source>compaction summary</source>
        <translation>Zusammenfassung beim Kürzen</translation>
    </message>
    <message>
        <source>confidence threshold</source>
        <translation>gewissheit schwelle</translation>
    </message>
    <message>
        <source>confidence threshold accept all</source>
        <translation>gewissheit schwelle alle annehmen</translation>
    </message>
    <message>
        <source>confidence {value}</source>
        <translation>Gewissheit {value}</translation>
    </message>
    <message>
        <source>confirm</source>
        <translation>bestätigen</translation>
    </message>
    <message>
        <source>confirmed {when}</source>
        <translation>bestätigt {when}</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>konflikt</translation>
    </message>
    <message>
        <source>conflict compare</source>
        <translation>konflikt vergleichen</translation>
    </message>
    <message>
        <source>conflicts were decided as suggested</source>
        <translation>Konflikte wurden wie vorgeschlagen entschieden</translation>
    </message>
    <message>
        <source>contains {words}</source>
        <translation>enthält {words}</translation>
    </message>
    <message>
        <source>contradictions</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>contradicts</source>
        <translation>widerspricht</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>conversations per day, last 52 weeks</source>
        <translation>Gespräche je Tag, letzte 52 Wochen</translation>
    </message>
    <message>
        <source>cost money usage so far</source>
        <translation>kosten geld verbrauch bisher</translation>
    </message>
    <message>
        <source>daily task</source>
        <translation>Tagesaufgabe</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>days in the archive</source>
        <translation>Tage im Archiv</translation>
    </message>
    <message>
        <source>decay policy forget</source>
        <translation>verblassen regel vergessen</translation>
    </message>
    <message>
        <source>decay preview curve forget archived</source>
        <translation>verblassen vorschau kurve vergessen archiviert</translation>
    </message>
    <message>
        <source>decision about</source>
        <translation>Entscheidung über</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>angekommen</translation>
    </message>
    <message>
        <source>delivery unknown</source>
        <translation>Ankunft unbekannt</translation>
    </message>
    <message>
        <source>descending</source>
        <translation>absteigend</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>bearbeiten</translation>
    </message>
    <message>
        <source>effective confidence threshold automatic resolve</source>
        <translation>wirksame gewissheit schwelle automatisch lösen</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>error handling</source>
        <translation>fehlerbehandlung</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>überall</translation>
    </message>
    <message>
        <source>existing memory</source>
        <translation>vorhandene Erinnerung</translation>
    </message>
    <message>
        <source>export memories json markdown csv</source>
        <translation>erinnerungen exportieren json markdown csv</translation>
    </message>
    <message>
        <source>fading forgetting archive confidence</source>
        <translation>verblassen vergessen archiv gewissheit</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>failed in part</source>
        <translation>teilweise fehlgeschlagen</translation>
    </message>
    <message>
        <source>first run {when}</source>
        <translation>erster Lauf {when}</translation>
    </message>
    <message>
        <source>folder path database file</source>
        <translation>ordner pfad datenbank datei</translation>
    </message>
    <message>
        <source>folders files watch ignore exclude import wait</source>
        <translation>ordner dateien beobachten ignorieren ausschließen importieren warten</translation>
    </message>
    <message>
        <source>for example: in the old app</source>
        <translation>zum Beispiel: in der alten App</translation>
    </message>
    <message>
        <source>free</source>
        <translation>kostenlos</translation>
    </message>
    <message numerus="yes">
        <source>from %n conversations</source>
        <translation>
            <numerusform>aus %n Gespräch</numerusform>
            <numerusform>aus %n Gesprächen</numerusform>
        </translation>
    </message>
    <message>
        <source>from a conversation</source>
        <translation>aus einem Gespräch</translation>
    </message>
    <message>
        <source>from the memories</source>
        <translation>aus den Erinnerungen</translation>
    </message>
    <message>
        <source>from the same conversation as a better match</source>
        <translation>aus demselben Gespräch wie ein besserer Treffer</translation>
    </message>
    <message>
        <source>global</source>
        <translation>global</translation>
    </message>
    <message>
        <source>global learning project</source>
        <translation>global lernen projekt</translation>
    </message>
    <message>
        <source>global promote learning gotcha</source>
        <translation>global übernehmen lernen stolperfalle</translation>
    </message>
    <message>
        <source>goal above {amount}</source>
        <translation>Ziel über {amount}</translation>
    </message>
    <message>
        <source>goal at least {amount}</source>
        <translation>Ziel mindestens {amount}</translation>
    </message>
    <message>
        <source>goal below {amount}</source>
        <translation>Ziel unter {amount}</translation>
    </message>
    <message>
        <source>half-life</source>
        <translation>halbwertszeit</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>hooks MCP Claude Code Codex prompts integrations AI tools</source>
        <translation>hooks MCP Claude Code Codex prompts anbindungen KI werkzeuge</translation>
    </message>
    <message>
        <source>hooks capture consent read session end</source>
        <translation>hooks lesen zustimmung sitzung ende</translation>
    </message>
    <message>
        <source>hooks inject context</source>
        <translation>hooks einfügen kontext</translation>
    </message>
    <message>
        <source>hooks silent</source>
        <translation>hooks still</translation>
    </message>
    <message>
        <source>ignore exclude never read folders projects files patterns</source>
        <translation>ignorieren ausschließen nie lesen ordner projekte dateien muster</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>ignoriert</translation>
    </message>
    <message>
        <source>import memories chatgpt claude mem0 mcp</source>
        <translation>erinnerungen importieren chatgpt claude mem0 mcp</translation>
    </message>
    <message>
        <source>in a conversation</source>
        <translation>in einem Gespräch</translation>
    </message>
    <message>
        <source>in another window</source>
        <translation>in einem anderen Fenster</translation>
    </message>
    <message>
        <source>in conflict with another one</source>
        <translation>im Konflikt mit einer anderen</translation>
    </message>
    <message>
        <source>in {place} they can&apos;t {both} be true.</source>
        <translation>in {place} können sie nicht {both} stimmen.</translation>
    </message>
    <message>
        <source>in {project}</source>
        <translation>in {project}</translation>
    </message>
    <message>
        <source>in “{title}”</source>
        <translation>in „{title}“</translation>
    </message>
    <message>
        <source>included</source>
        <translation>dabei</translation>
    </message>
    <message>
        <source>integrate hook server install remove repair</source>
        <translation>anbinden hook server installieren entfernen reparieren</translation>
    </message>
    <message>
        <source>is related to</source>
        <translation>ist verwandt mit</translation>
    </message>
    <message>
        <source>is similar to</source>
        <translation>ist ähnlich wie</translation>
    </message>
    <message>
        <source>it helped {count} of {total} times</source>
        <translation>sie half {count} von {total} Malen</translation>
    </message>
    <message>
        <source>it is more certain</source>
        <translation>sie ist sicherer</translation>
    </message>
    <message>
        <source>it was mentioned last</source>
        <translation>sie wurde zuletzt erwähnt</translation>
    </message>
    <message>
        <source>it was mentioned or used more recently</source>
        <translation>sie wurde später erwähnt oder verwendet</translation>
    </message>
    <message>
        <source>it was used {count} times</source>
        <translation>sie wurde {count} Mal verwendet</translation>
    </message>
    <message>
        <source>its hooks last called it</source>
        <translation>seine Hooks es zuletzt aufriefen</translation>
    </message>
    <message>
        <source>its hooks were installed</source>
        <translation>seine Hooks installiert wurden</translation>
    </message>
    <message>
        <source>its memories are shown</source>
        <translation>ihre Erinnerungen werden angezeigt</translation>
    </message>
    <message>
        <source>judge conflicts summaries</source>
        <translation>urteil konflikte zusammenfassungen</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>keyboard shortcuts hotkeys keys</source>
        <translation>tastatur tastenkürzel kürzel tasten</translation>
    </message>
    <message>
        <source>known problems did not come back</source>
        <translation>bekannte Probleme kamen nicht wieder</translation>
    </message>
    <message>
        <source>large</source>
        <translation>groß</translation>
    </message>
    <message>
        <source>last reading: {count}</source>
        <translation>zuletzt gelesen: {count}</translation>
    </message>
    <message>
        <source>last run {when}, {took}</source>
        <translation>letzter Lauf {when}, {took}</translation>
    </message>
    <message>
        <source>last updated {when}</source>
        <translation>zuletzt aktualisiert {when}</translation>
    </message>
    <message>
        <source>later</source>
        <translation>später</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>less than $0.001</source>
        <translation>unter $0,001</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>grenze</translation>
    </message>
    <message>
        <source>limit dollars money</source>
        <translation>grenze dollar geld</translation>
    </message>
    <message>
        <source>limit to project</source>
        <translation>auf projekt beschränken</translation>
    </message>
    <message>
        <source>link</source>
        <translation>verknüpfen</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message>
        <source>maintenance run log full</source>
        <translation>wartung lauf protokoll voll</translation>
    </message>
    <message>
        <source>maintenance run progress</source>
        <translation>wartung lauf fortschritt</translation>
    </message>
    <message>
        <source>make global</source>
        <translation>global machen</translation>
    </message>
    <message>
        <source>mark wrong</source>
        <translation>als falsch markieren</translation>
    </message>
    <message>
        <source>marked outdated</source>
        <translation>als veraltet markiert</translation>
    </message>
    <message>
        <source>meaning ranking weights</source>
        <translation>bedeutung rangfolge gewichte</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>memories</source>
        <translation>Erinnerungen</translation>
    </message>
    <message>
        <source>memories per 0.1</source>
        <translation>Erinnerungen je 0,1</translation>
    </message>
    <message>
        <source>memories that helped, per day, last 52 weeks</source>
        <translation>Erinnerungen, die halfen, je Tag, letzte 52 Wochen</translation>
    </message>
    <message>
        <source>memories were idle for 90 days and never used</source>
        <translation>Erinnerungen ruhten 90 Tage und wurden nie verwendet</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>zusammenführen</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>model Anthropic Claude API key budget offline rules</source>
        <translation>modell Anthropic Claude API schlüssel budget offline regeln</translation>
    </message>
    <message>
        <source>monthly task</source>
        <translation>Monatsaufgabe</translation>
    </message>
    <message>
        <source>near the limit</source>
        <translation>nahe der Grenze</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>keine von beiden</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>never archived</source>
        <translation>nie archiviert</translation>
    </message>
    <message>
        <source>nightly task</source>
        <translation>Nachtaufgabe</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>noch keine Daten</translation>
    </message>
    <message>
        <source>no figure</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>no lasting rule, preference or fact was found.</source>
        <translation>Keine dauerhafte Regel, Vorliebe oder Tatsache gefunden.</translation>
    </message>
    <message>
        <source>no line changes</source>
        <translation>keine Zeile ändert sich</translation>
    </message>
    <message>
        <source>no session yet</source>
        <translation>noch keine Sitzung</translation>
    </message>
    <message>
        <source>noise threshold</source>
        <translation>rauschen schwelle</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>none new</source>
        <translation>keine neuen</translation>
    </message>
    <message>
        <source>none of them</source>
        <translation>keine davon</translation>
    </message>
    <message>
        <source>none this week</source>
        <translation>keine diese Woche</translation>
    </message>
    <message>
        <source>none used</source>
        <translation>keine verwendet</translation>
    </message>
    <message>
        <source>not all delivered</source>
        <translation>nicht alle angekommen</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>nicht bestätigt</translation>
    </message>
    <message>
        <source>not delivered</source>
        <translation>nicht angekommen</translation>
    </message>
    <message numerus="yes">
        <source>not delivered %n times</source>
        <translation>
            <numerusform>%n Mal nicht angekommen</numerusform>
            <numerusform>%n Mal nicht angekommen</numerusform>
        </translation>
    </message>
    <message>
        <source>not in {projects}</source>
        <translation>nicht in {projects}</translation>
    </message>
    <message>
        <source>not on {branches}</source>
        <translation>nicht auf {branches}</translation>
    </message>
    <message>
        <source>not reviewed yet</source>
        <translation>noch nicht geprüft</translation>
    </message>
    <message>
        <source>not used yet</source>
        <translation>noch nicht verwendet</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <source>nothing read yet</source>
        <translation>noch nichts gelesen</translation>
    </message>
    <message>
        <source>nothing was said</source>
        <translation>nichts wurde gesagt</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message numerus="yes">
        <source>of %n in use</source>
        <translation>
            <numerusform>%n in Verwendung</numerusform>
            <numerusform>von %n in Verwendung</numerusform>
        </translation>
    </message>
    <message>
        <source>of all projects</source>
        <translation>aller Projekte</translation>
    </message>
    <message>
        <source>of {count} processed</source>
        <translation>von {count} verarbeitet</translation>
    </message>
    <message>
        <source>of {limit} limit</source>
        <translation>von {limit} Grenze</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>offline</translation>
    </message>
    <message>
        <source>offline rules error</source>
        <translation>offline regeln fehler</translation>
    </message>
    <message>
        <source>on {branch}</source>
        <translation>auf {branch}</translation>
    </message>
    <message>
        <source>on {branch} of {project}</source>
        <translation>auf {branch} von {project}</translation>
    </message>
    <message>
        <source>one conversation</source>
        <translation>ein Gespräch</translation>
    </message>
    <message>
        <source>only in {place}</source>
        <translation>nur in {place}</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>or {value}</source>
        <translation>oder {value}</translation>
    </message>
    <message>
        <source>partly done</source>
        <translation>teilweise erledigt</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>past sessions outcome prompt</source>
        <translation>frühere sitzungen ergebnis prompt</translation>
    </message>
    <message>
        <source>pause resume watching</source>
        <translation>anhalten fortsetzen beobachten</translation>
    </message>
    <message>
        <source>pending accept</source>
        <translation>offen annehmen</translation>
    </message>
    <message>
        <source>policy forget</source>
        <translation>regel vergessen</translation>
    </message>
    <message>
        <source>preparing the search</source>
        <translation>Suche wird vorbereitet</translation>
    </message>
    <message>
        <source>price half cost past conversations</source>
        <translation>preis hälfte kosten frühere gespräche</translation>
    </message>
    <message>
        <source>progress building vectors</source>
        <translation>fortschritt vektoren</translation>
    </message>
    <message>
        <source>project {name}</source>
        <translation>Projekt {name}</translation>
    </message>
    <message>
        <source>proposes to change</source>
        <translation>schlägt eine Änderung vor</translation>
    </message>
    <message>
        <source>proposes to delete</source>
        <translation>schlägt eine Löschung vor</translation>
    </message>
    <message>
        <source>purge archive delete forever</source>
        <translation>löschen archiv endgültig</translation>
    </message>
    <message>
        <source>purge erase forget reset all memories</source>
        <translation>löschen vergessen zurücksetzen alle erinnerungen</translation>
    </message>
    <message>
        <source>ranking weights relevance confidence use recency</source>
        <translation>rangfolge gewichte relevanz gewissheit verwendung aktualität</translation>
    </message>
    <message numerus="yes">
        <source>reading %n</source>
        <translation>
            <numerusform>%n wird gelesen</numerusform>
            <numerusform>%n werden gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>reading %n statements of summaries</source>
        <translation>
            <numerusform>%n Aussage aus Zusammenfassungen wird gelesen</numerusform>
            <numerusform>%n Aussagen aus Zusammenfassungen werden gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>recent</source>
        <translation>zuletzt</translation>
    </message>
    <message>
        <source>redaction privacy email personal</source>
        <translation>schwärzung privatsphäre e-mail persönlich</translation>
    </message>
    <message>
        <source>redaction secrets credentials privacy</source>
        <translation>schwärzung geheimnisse zugangsdaten privatsphäre</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>ablehnen</translation>
    </message>
    <message>
        <source>relevant memories helped</source>
        <translation>passende Erinnerungen halfen</translation>
    </message>
    <message>
        <source>remove link</source>
        <translation>verknüpfung entfernen</translation>
    </message>
    <message>
        <source>removed: </source>
        <translation>entfernt: </translation>
    </message>
    <message>
        <source>reopen conflict</source>
        <translation>konflikt wieder öffnen</translation>
    </message>
    <message>
        <source>replaces</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>rescan</source>
        <translation>erneut untersuchen</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>zurückgesetzt</translation>
    </message>
    <message>
        <source>reset rules trust</source>
        <translation>regeln zurücksetzen vertrauen</translation>
    </message>
    <message>
        <source>restore</source>
        <translation>wiederherstellen</translation>
    </message>
    <message>
        <source>restore earlier version</source>
        <translation>frühere version wiederherstellen</translation>
    </message>
    <message>
        <source>result unknown</source>
        <translation>Ergebnis unbekannt</translation>
    </message>
    <message>
        <source>retention</source>
        <translation>aufbewahrung</translation>
    </message>
    <message>
        <source>retention text old conversations keep delete</source>
        <translation>aufbewahrung text alte gespräche behalten löschen</translation>
    </message>
    <message>
        <source>reviewed {when}</source>
        <translation>geprüft {when}</translation>
    </message>
    <message>
        <source>rules trust confidence feedback incorrect reject reset</source>
        <translation>regeln vertrauen gewissheit rückmeldung falsch ablehnen zurücksetzen</translation>
    </message>
    <message>
        <source>running now</source>
        <translation>läuft gerade</translation>
    </message>
    <message>
        <source>schedule tasks clean up</source>
        <translation>zeitplan aufgaben aufräumen</translation>
    </message>
    <message>
        <source>schedule time maintenance cron when</source>
        <translation>zeitplan uhrzeit wartung cron wann</translation>
    </message>
    <message>
        <source>search meaning vectors semantic embedding model offline</source>
        <translation>suche bedeutung vektoren semantisch embedding modell offline</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>set ANTHROPIC_API_KEY, or in the window use the key for this session only.</source>
        <translation>setzen Sie ANTHROPIC_API_KEY oder verwenden Sie den Schlüssel im Fenster nur für diese Sitzung.</translation>
    </message>
    <message>
        <source>shared here from {value}</source>
        <translation>hier ab {value} weitergegeben</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>gezeigt</translation>
    </message>
    <message>
        <source>similar meaning</source>
        <translation>ähnliche Bedeutung</translation>
    </message>
    <message>
        <source>similar to {words}</source>
        <translation>ähnlich wie {words}</translation>
    </message>
    <message>
        <source>size check integrity damaged database</source>
        <translation>größe prüfen integrität beschädigt datenbank</translation>
    </message>
    <message>
        <source>small</source>
        <translation>klein</translation>
    </message>
    <message>
        <source>someone around you</source>
        <translation>jemandem um Sie</translation>
    </message>
    <message>
        <source>something about the project</source>
        <translation>etwas über das Projekt</translation>
    </message>
    <message>
        <source>something about you</source>
        <translation>etwas über Sie</translation>
    </message>
    <message>
        <source>source of this memory</source>
        <translation>Quelle dieser Erinnerung</translation>
    </message>
    <message>
        <source>sources assistants</source>
        <translation>quellen assistenten</translation>
    </message>
    <message>
        <source>sources folders conversations consent</source>
        <translation>quellen ordner gespräche zustimmung</translation>
    </message>
    <message>
        <source>speed varies</source>
        <translation>Tempo schwankt</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>gelungen</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>ausgeschaltet</translation>
    </message>
    <message>
        <source>switched off in Settings</source>
        <translation>in den Einstellungen ausgeschaltet</translation>
    </message>
    <message>
        <source>taken from the newer one</source>
        <translation>von der neueren übernommen</translation>
    </message>
    <message>
        <source>taken from the newest one</source>
        <translation>von der neuesten übernommen</translation>
    </message>
    <message>
        <source>technology</source>
        <translation>technik</translation>
    </message>
    <message>
        <source>testing</source>
        <translation>testing</translation>
    </message>
    <message>
        <source>testing.coverage_target</source>
        <translation>testing.coverage_target</translation>
    </message>
    <message>
        <source>tests failed</source>
        <translation>Tests fehlgeschlagen</translation>
    </message>
    <message>
        <source>tests or a build passed, or you said that it works</source>
        <translation>Tests oder ein Build bestanden, oder Sie sagten, dass es funktioniert</translation>
    </message>
    <message>
        <source>tests passed</source>
        <translation>Tests bestanden</translation>
    </message>
    <message>
        <source>tests passed afterwards</source>
        <translation>Tests danach bestanden</translation>
    </message>
    <message>
        <source>the build passed afterwards</source>
        <translation>Build danach bestanden</translation>
    </message>
    <message>
        <source>the claude command</source>
        <translation>der Befehl claude</translation>
    </message>
    <message numerus="yes">
        <source>the memory of %n branches</source>
        <translation>
            <numerusform>die Erinnerung von %n Branch</numerusform>
            <numerusform>die Erinnerung von %n Branches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the model %n times</source>
        <translation>
            <numerusform>das Modell %n Mal</numerusform>
            <numerusform>das Modell %n Mal</numerusform>
        </translation>
    </message>
    <message>
        <source>the newer one says that it replaces the older</source>
        <translation>die neuere sagt, dass sie die ältere ersetzt</translation>
    </message>
    <message>
        <source>the other one has failed</source>
        <translation>die andere ist gescheitert</translation>
    </message>
    <message>
        <source>the picture could not be made</source>
        <translation>das Bild konnte nicht erstellt werden</translation>
    </message>
    <message>
        <source>the stack of {project} lists {technology}</source>
        <translation>die Technik von {project} enthält {technology}</translation>
    </message>
    <message numerus="yes">
        <source>the text of %n conversations</source>
        <translation>
            <numerusform>der Text von %n Gespräch</numerusform>
            <numerusform>der Text von %n Gesprächen</numerusform>
        </translation>
    </message>
    <message>
        <source>the {name} one {where}</source>
        <translation>die {name} {where}</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>diese</translation>
    </message>
    <message>
        <source>this project</source>
        <translation>dieses Projekt</translation>
    </message>
    <message>
        <source>this week</source>
        <translation>diese Woche</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>schwelle</translation>
    </message>
    <message>
        <source>timeout wait</source>
        <translation>zeitlimit warten</translation>
    </message>
    <message>
        <source>tiny</source>
        <translation>winzig</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>heute {time}</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>morgen</translation>
    </message>
    <message>
        <source>tomorrow {time}</source>
        <translation>morgen {time}</translation>
    </message>
    <message>
        <source>tonight</source>
        <translation>heute Nacht</translation>
    </message>
    <message>
        <source>translation locale</source>
        <translation>übersetzung sprache</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>Wortwechsel</translation>
    </message>
    <message>
        <source>turns lines of conversations</source>
        <translation>wortwechsel zeilen von gesprächen</translation>
    </message>
    <message>
        <source>unchanged memories</source>
        <translation>unveränderte Erinnerungen</translation>
    </message>
    <message>
        <source>under $0.01</source>
        <translation>unter $0,01</translation>
    </message>
    <message>
        <source>under 1 %</source>
        <translation>unter 1 %</translation>
    </message>
    <message>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
    <message>
        <source>under a minute</source>
        <translation>unter einer Minute</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>rückgängig gemacht</translation>
    </message>
    <message>
        <source>updated {when}</source>
        <translation>aktualisiert {when}</translation>
    </message>
    <message>
        <source>use</source>
        <translation>verwenden</translation>
    </message>
    <message>
        <source>use not checked yet</source>
        <translation>Verwendung noch nicht geprüft</translation>
    </message>
    <message numerus="yes">
        <source>used %n times</source>
        <translation>
            <numerusform>%n Mal verwendet</numerusform>
            <numerusform>%n Mal verwendet</numerusform>
        </translation>
    </message>
    <message>
        <source>used often</source>
        <translation>oft verwendet</translation>
    </message>
    <message>
        <source>used {ago}</source>
        <translation>verwendet {ago}</translation>
    </message>
    <message>
        <source>uses</source>
        <translation>Verwendungen</translation>
    </message>
    <message>
        <source>uses your plan</source>
        <translation>nutzt Ihr Abo</translation>
    </message>
    <message>
        <source>very large</source>
        <translation>sehr groß</translation>
    </message>
    <message>
        <source>wants to change a memory</source>
        <translation>möchte eine Erinnerung ändern</translation>
    </message>
    <message>
        <source>wants to delete a memory</source>
        <translation>möchte eine Erinnerung löschen</translation>
    </message>
    <message>
        <source>was interrupted</source>
        <translation>wurde unterbrochen</translation>
    </message>
    <message>
        <source>was mentioned together with</source>
        <translation>wurde zusammen erwähnt mit</translation>
    </message>
    <message>
        <source>was merged into</source>
        <translation>wurde zusammengeführt in</translation>
    </message>
    <message>
        <source>was stopped</source>
        <translation>wurde angehalten</translation>
    </message>
    <message>
        <source>was {value} on {day}</source>
        <translation>war {value} am {day}</translation>
    </message>
    <message>
        <source>weekly task</source>
        <translation>Wochenaufgabe</translation>
    </message>
    <message>
        <source>what you know</source>
        <translation>etwas, das Sie können</translation>
    </message>
    <message>
        <source>where they can&apos;t {both} be true.</source>
        <translation>wo sie nicht {both} stimmen können.</translation>
    </message>
    <message>
        <source>with new memories</source>
        <translation>mit neuen Erinnerungen</translation>
    </message>
    <message>
        <source>with prompts</source>
        <translation>mit Prompts</translation>
    </message>
    <message>
        <source>without asking you</source>
        <translation>ohne Sie zu fragen</translation>
    </message>
    <message>
        <source>without code</source>
        <translation>ohne Code</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>gestern {time}</translation>
    </message>
    <message>
        <source>you said that it works</source>
        <translation>Sie sagten, dass es funktioniert</translation>
    </message>
    <message>
        <source>your version</source>
        <translation>Ihre Version</translation>
    </message>
    <message numerus="yes">
        <source>{about}, and %n more.</source>
        <translation>
            <numerusform>{about} und %n weitere.</numerusform>
            <numerusform>{about} und %n weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>{answer}, because {reason}</source>
        <translation>{answer}, weil {reason}</translation>
    </message>
    <message>
        <source>{branch} of {project}</source>
        <translation>{branch} von {project}</translation>
    </message>
    <message>
        <source>{conversations} deleted</source>
        <translation>{conversations} gelöscht</translation>
    </message>
    <message>
        <source>{conversations} read · {new}</source>
        <translation>{conversations} gelesen · {new}</translation>
    </message>
    <message>
        <source>{conversations} will be read now</source>
        <translation>{conversations} werden jetzt gelesen</translation>
    </message>
    <message>
        <source>{count} / {total} tokens</source>
        <translation>{count} / {total} Token</translation>
    </message>
    <message>
        <source>{count} in total</source>
        <translation>{count} insgesamt</translation>
    </message>
    <message>
        <source>{count} of {total}</source>
        <translation>{count} von {total}</translation>
    </message>
    <message>
        <source>{count} of {total} characters</source>
        <translation>{count} von {total} Zeichen</translation>
    </message>
    <message>
        <source>{count} of {total} tokens</source>
        <translation>{count} von {total} Token</translation>
    </message>
    <message>
        <source>{count} of {total}, {share}</source>
        <translation>{count} von {total}, {share}</translation>
    </message>
    <message>
        <source>{count} on {days} of {all} days. {busiest}.</source>
        <translation>{count} an {days} von {all} Tagen. {busiest}.</translation>
    </message>
    <message>
        <source>{count} sessions of {tool} ran without contacting Arbor since {event}.</source>
        <translation>{count} Sitzungen von {tool} liefen ohne Verbindung zu Arbor, seit {event}.</translation>
    </message>
    <message>
        <source>{day} {month}</source>
        <translation>{day}. {month}</translation>
    </message>
    <message>
        <source>{done} of {total} downloaded</source>
        <translation>{done} von {total} heruntergeladen</translation>
    </message>
    <message>
        <source>{done} of {total} memories</source>
        <translation>{done} von {total} Erinnerungen</translation>
    </message>
    <message>
        <source>{far}. Paused.</source>
        <translation>{far}. Angehalten.</translation>
    </message>
    <message>
        <source>{far}. Until most are ready, search uses words only.</source>
        <translation>{far}. Bis die meisten bereit sind, zählen nur Wörter.</translation>
    </message>
    <message>
        <source>{file} block</source>
        <translation>{file}-Block</translation>
    </message>
    <message>
        <source>{file}, and {backups} of backups</source>
        <translation>{file} und {backups} Sicherungen</translation>
    </message>
    <message>
        <source>{file}, not written yet</source>
        <translation>{file}, noch nicht geschrieben</translation>
    </message>
    <message>
        <source>{file}, {when}</source>
        <translation>{file}, {when}</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} und {second}</translation>
    </message>
    <message numerus="yes">
        <source>{first}, and %n more</source>
        <translation>
            <numerusform>{first} und %n weitere</numerusform>
            <numerusform>{first} und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>{folder} and {n} more</source>
        <translation>{folder} und {n} weitere</translation>
    </message>
    <message>
        <source>{folder} is no longer read</source>
        <translation>{folder} wird nicht mehr gelesen</translation>
    </message>
    <message>
        <source>{help} For example *.tmp.jsonl, or ~/private.</source>
        <translation>{help} Zum Beispiel *.tmp.jsonl oder ~/private.</translation>
    </message>
    <message>
        <source>{h} h {min} min</source>
        <translation>{h} Std. {min} Min.</translation>
    </message>
    <message>
        <source>{kind}: {end}.</source>
        <translation>{kind}: {end}.</translation>
    </message>
    <message>
        <source>{level} confidence</source>
        <translation>Gewissheit {level}</translation>
    </message>
    <message>
        <source>{level} or higher</source>
        <translation>{level} oder höher</translation>
    </message>
    <message>
        <source>{list} and {last}</source>
        <translation>{list} und {last}</translation>
    </message>
    <message>
        <source>{list} or {last}</source>
        <translation>{list} oder {last}</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>{memories} accepted</source>
        <translation>{memories} angenommen</translation>
    </message>
    <message>
        <source>{memories} added</source>
        <translation>{memories} hinzugefügt</translation>
    </message>
    <message>
        <source>{memories} added by you</source>
        <translation>{memories} von Ihnen hinzugefügt</translation>
    </message>
    <message>
        <source>{memories} archived</source>
        <translation>{memories} archiviert</translation>
    </message>
    <message>
        <source>{memories} changed</source>
        <translation>{memories} geändert</translation>
    </message>
    <message>
        <source>{memories} deleted</source>
        <translation>{memories} gelöscht</translation>
    </message>
    <message>
        <source>{memories} did not work.</source>
        <translation>{memories} halfen nicht.</translation>
    </message>
    <message>
        <source>{memories} imported</source>
        <translation>{memories} importiert</translation>
    </message>
    <message>
        <source>{memories} learned</source>
        <translation>{memories} gelernt</translation>
    </message>
    <message>
        <source>{memories} now applies everywhere</source>
        <translation>{memories} gilt jetzt überall</translation>
    </message>
    <message>
        <source>{memories} now apply everywhere</source>
        <translation>{memories} gelten jetzt überall</translation>
    </message>
    <message>
        <source>{memories} rejected</source>
        <translation>{memories} abgelehnt</translation>
    </message>
    <message>
        <source>{memories} replaced</source>
        <translation>{memories} ersetzt</translation>
    </message>
    <message>
        <source>{memories} restored</source>
        <translation>{memories} wiederhergestellt</translation>
    </message>
    <message>
        <source>{memories} sent to review</source>
        <translation>{memories} zur Prüfung vorgelegt</translation>
    </message>
    <message>
        <source>{memories} shared</source>
        <translation>{memories} weitergegeben</translation>
    </message>
    <message>
        <source>{memories} stored by your AI</source>
        <translation>{memories} von Ihrer KI gespeichert</translation>
    </message>
    <message>
        <source>{message} It says: {text}</source>
        <translation>{message} Meldung: {text}</translation>
    </message>
    <message>
        <source>{min} min {s} s</source>
        <translation>{min} Min. {s} s</translation>
    </message>
    <message>
        <source>{model} answered in {seconds} s</source>
        <translation>{model} hat in {seconds} s geantwortet</translation>
    </message>
    <message>
        <source>{model}, Arbor&apos;s choice</source>
        <translation>{model}, Arbors Wahl</translation>
    </message>
    <message>
        <source>{name} (ignored)</source>
        <translation>{name} (ignoriert)</translation>
    </message>
    <message>
        <source>{name} and {count} more</source>
        <translation>{name} und {count} weitere</translation>
    </message>
    <message>
        <source>{name} belongs to no group</source>
        <translation>{name} gehört zu keiner Gruppe</translation>
    </message>
    <message>
        <source>{name} belongs to {group}</source>
        <translation>{name} gehört zu {group}</translation>
    </message>
    <message>
        <source>{name} is a private project</source>
        <translation>{name} ist ein privates Projekt</translation>
    </message>
    <message>
        <source>{name} is a work project</source>
        <translation>{name} ist ein Arbeitsprojekt</translation>
    </message>
    <message>
        <source>{name} is not a conversation: {why}</source>
        <translation>{name} ist kein Gespräch: {why}</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n} %</translation>
    </message>
    <message>
        <source>{n} months</source>
        <translation>{n} Monate</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} von {total}</translation>
    </message>
    <message>
        <source>{n} of {total} resolved</source>
        <translation>{n} von {total} gelöst</translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation>{n} s</translation>
    </message>
    <message>
        <source>{one} and {other} are alternatives; only one is used.</source>
        <translation>{one} und {other} sind Alternativen; nur eine wird verwendet.</translation>
    </message>
    <message>
        <source>{one} and {other} are opposites.</source>
        <translation>{one} und {other} sind Gegensätze.</translation>
    </message>
    <message>
        <source>{others} or {last}</source>
        <translation>{others} oder {last}</translation>
    </message>
    <message>
        <source>{page} failed</source>
        <translation>{page} ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>{part} of {whole} helped</source>
        <translation>{part} von {whole} halfen</translation>
    </message>
    <message>
        <source>{part} of {whole} memories</source>
        <translation>{part} von {whole} Erinnerungen</translation>
    </message>
    <message>
        <source>{part} of {whole} {what}</source>
        <translation>{part} von {whole} {what}</translation>
    </message>
    <message>
        <source>{pattern} is no longer ignored</source>
        <translation>{pattern} wird nicht mehr ignoriert</translation>
    </message>
    <message>
        <source>{place} the {name} one</source>
        <translation>{place} die {name}</translation>
    </message>
    <message>
        <source>{place} your AI reads the {name} memory</source>
        <translation>{place} liest Ihre KI die {name} Erinnerung</translation>
    </message>
    <message>
        <source>{project} is ignored: its conversations are no longer read</source>
        <translation>{project} wird ignoriert: seine Gespräche werden nicht mehr gelesen</translation>
    </message>
    <message>
        <source>{project} is ignored: nothing more is read from it</source>
        <translation>{project} wird ignoriert: nichts wird mehr daraus gelesen</translation>
    </message>
    <message>
        <source>{project} is no longer ignored</source>
        <translation>{project} wird nicht mehr ignoriert</translation>
    </message>
    <message>
        <source>{project}: {counts} deleted</source>
        <translation>{project}: {counts} gelöscht</translation>
    </message>
    <message>
        <source>{received} tokens in, {sent} out</source>
        <translation>{received} Token ein, {sent} aus</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{server} can&apos;t be reached. Is the server running?</source>
        <translation>{server} ist nicht erreichbar. Läuft der Server?</translation>
    </message>
    <message>
        <source>{server} did not accept the API key. Enter a new one.</source>
        <translation>{server} hat den API-Schlüssel nicht akzeptiert. Geben Sie einen neuen ein.</translation>
    </message>
    <message>
        <source>{server} did not answer for {seconds} seconds. Arbor asks again later; a slow model needs a longer time-out (Settings → Reading).</source>
        <translation>{server} hat {seconds} Sekunden lang nicht geantwortet. Arbor fragt später erneut; ein langsames Modell braucht ein längeres Zeitlimit (Einstellungen → Lesen).</translation>
    </message>
    <message>
        <source>{server} does not let this key use the model. Choose another model or key.</source>
        <translation>{server} lässt diesen Schlüssel das Modell nicht verwenden. Wählen Sie ein anderes Modell oder einen anderen Schlüssel.</translation>
    </message>
    <message>
        <source>{server} failed. Arbor tries again later.</source>
        <translation>{server} ist fehlgeschlagen. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{server} gave an answer that Arbor can&apos;t read.</source>
        <translation>{server} gab eine Antwort, die Arbor nicht lesen kann.</translation>
    </message>
    <message>
        <source>{server} has no model {model}. Choose another one, or load it there.</source>
        <translation>{server} hat kein Modell {model}. Wählen Sie ein anderes oder laden Sie es dort.</translation>
    </message>
    <message>
        <source>{server} is overloaded. Arbor tries again later.</source>
        <translation>{server} ist überlastet. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{server} redirects to {address}. Enter the right address in Settings → Reading.</source>
        <translation>{server} leitet um zu {address}. Geben Sie die richtige Adresse unter Einstellungen → Lesen ein.</translation>
    </message>
    <message>
        <source>{server} refused the question ({status}).</source>
        <translation>{server} hat die Frage abgelehnt ({status}).</translation>
    </message>
    <message>
        <source>{server} says that the account has no credit left. Add credit or raise the limit, then try again.</source>
        <translation>{server} meldet, dass das Konto kein Guthaben mehr hat. Laden Sie es auf oder erhöhen Sie das Limit und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{server} took too long to answer. Arbor tries again later.</source>
        <translation>{server} brauchte zu lange für die Antwort. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{server}: the rate limit is reached. Arbor tries again later.</source>
        <translation>{server}: das Ratenlimit ist erreicht. Arbor versucht es später erneut.</translation>
    </message>
    <message>
        <source>{share} % similar</source>
        <translation>{share} % ähnlich</translation>
    </message>
    <message>
        <source>{share} of all conversations</source>
        <translation>{share} aller Gespräche</translation>
    </message>
    <message>
        <source>{shown} linked memories, {links}</source>
        <translation>{shown} verknüpfte Erinnerungen, {links}</translation>
    </message>
    <message>
        <source>{shown} memories and {ties} links chosen.</source>
        <translation>{shown} Erinnerungen und {ties} Verknüpfungen gewählt.</translation>
    </message>
    <message>
        <source>{shown} of {known}</source>
        <translation>{shown} von {known}</translation>
    </message>
    <message>
        <source>{shown} of {total} memories that are linked, by {links}</source>
        <translation>{shown} von {total} verknüpften Erinnerungen, durch {links}</translation>
    </message>
    <message>
        <source>{solved} of {met} errors solved</source>
        <translation>{solved} von {met} Fehlern behoben</translation>
    </message>
    <message>
        <source>{span}, {level}: {count} {unit}, {share}</source>
        <translation>{span}, {level}: {count} {unit}, {share}</translation>
    </message>
    <message>
        <source>{spent} in {calls}. There is no limit.</source>
        <translation>{spent} in {calls}. Es gibt keine Grenze.</translation>
    </message>
    <message>
        <source>{spent} of {budget}, in {calls}.</source>
        <translation>{spent} von {budget}, in {calls}.</translation>
    </message>
    <message>
        <source>{status}. Show activity</source>
        <translation>{status}. Aktivität anzeigen</translation>
    </message>
    <message>
        <source>{task} failed</source>
        <translation>{task} fehlgeschlagen</translation>
    </message>
    <message>
        <source>{task} has not run yet</source>
        <translation>{task}: noch nicht gelaufen</translation>
    </message>
    <message>
        <source>{task} maintenance</source>
        <translation>{task} Wartung</translation>
    </message>
    <message>
        <source>{task} was interrupted</source>
        <translation>{task}: unterbrochen</translation>
    </message>
    <message>
        <source>{task} was stopped</source>
        <translation>{task}: angehalten</translation>
    </message>
    <message>
        <source>{task}, automatically</source>
        <translation>{task}, automatisch</translation>
    </message>
    <message>
        <source>{task}, day of the month</source>
        <translation>{task}, Tag des Monats</translation>
    </message>
    <message>
        <source>{task}, day of the week</source>
        <translation>{task}, Wochentag</translation>
    </message>
    <message>
        <source>{task}, time of day</source>
        <translation>{task}, Uhrzeit</translation>
    </message>
    <message>
        <source>{technology} rule, fits this project</source>
        <translation>Regel für {technology}, passt zu diesem Projekt</translation>
    </message>
    <message>
        <source>{technology} rule, stack of this project unknown</source>
        <translation>Regel für {technology}, Technik dieses Projekts unbekannt</translation>
    </message>
    <message>
        <source>{technology} rule, this project is {stack}</source>
        <translation>Regel für {technology}, dieses Projekt ist {stack}</translation>
    </message>
    <message>
        <source>{times}, last {when}</source>
        <translation>{times}, zuletzt {when}</translation>
    </message>
    <message>
        <source>{title} ({count})</source>
        <translation>{title} ({count})</translation>
    </message>
    <message>
        <source>{title}, days</source>
        <translation>{title}, Tage</translation>
    </message>
    <message>
        <source>{title}, table</source>
        <translation>{title}, Tabelle</translation>
    </message>
    <message>
        <source>{title}: more</source>
        <translation>{title}: mehr</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
    <message>
        <source>{tool} MCP server</source>
        <translation>MCP-Server für {tool}</translation>
    </message>
    <message>
        <source>{tool} can search your memories, and store or propose new ones.</source>
        <translation>{tool} kann Ihre Erinnerungen durchsuchen und neue speichern oder vorschlagen.</translation>
    </message>
    <message>
        <source>{tool} hook</source>
        <translation>Hook für {tool}</translation>
    </message>
    <message>
        <source>{tool} hook does not answer</source>
        <translation>Hook von {tool} antwortet nicht</translation>
    </message>
    <message>
        <source>{tool} hook: error</source>
        <translation>Hook von {tool}: Fehler</translation>
    </message>
    <message>
        <source>{tool} no longer uses Arbor. The rest of its configuration is unchanged.</source>
        <translation>{tool} verwendet Arbor nicht mehr. Der Rest seiner Konfiguration ist unverändert.</translation>
    </message>
    <message>
        <source>{tool} was not found on this computer.</source>
        <translation>{tool} wurde auf diesem Computer nicht gefunden.</translation>
    </message>
    <message>
        <source>{what} archived</source>
        <translation>{what} archiviert</translation>
    </message>
    <message>
        <source>{what} brought up to date</source>
        <translation>{what} auf den neuesten Stand gebracht</translation>
    </message>
    <message>
        <source>{what} checked</source>
        <translation>{what} geprüft</translation>
    </message>
    <message>
        <source>{what} checked by the model</source>
        <translation>{what} vom Modell geprüft</translation>
    </message>
    <message>
        <source>{what} compared</source>
        <translation>{what} verglichen</translation>
    </message>
    <message>
        <source>{what} compressed</source>
        <translation>{what} komprimiert</translation>
    </message>
    <message>
        <source>{what} compressed ({size} less)</source>
        <translation>{what} komprimiert ({size} weniger)</translation>
    </message>
    <message>
        <source>{what} deleted permanently</source>
        <translation>{what} endgültig gelöscht</translation>
    </message>
    <message>
        <source>{what} doubted by the model</source>
        <translation>{what} vom Modell bezweifelt</translation>
    </message>
    <message>
        <source>{what} dropped</source>
        <translation>{what} verworfen</translation>
    </message>
    <message>
        <source>{what} failed</source>
        <translation>{what} fehlgeschlagen</translation>
    </message>
    <message>
        <source>{what} found</source>
        <translation>{what} gefunden</translation>
    </message>
    <message>
        <source>{what} freed</source>
        <translation>{what} freigegeben</translation>
    </message>
    <message>
        <source>{what} indexed</source>
        <translation>{what} indiziert</translation>
    </message>
    <message>
        <source>{what} installed</source>
        <translation>{what} installiert</translation>
    </message>
    <message>
        <source>{what} judged by the model</source>
        <translation>{what} vom Modell beurteilt</translation>
    </message>
    <message>
        <source>{what} made global</source>
        <translation>{what} global gemacht</translation>
    </message>
    <message>
        <source>{what} merged</source>
        <translation>{what} zusammengeführt</translation>
    </message>
    <message>
        <source>{what} read</source>
        <translation>{what} gelesen</translation>
    </message>
    <message>
        <source>{what} removed</source>
        <translation>{what} entfernt</translation>
    </message>
    <message>
        <source>{what} repaired</source>
        <translation>{what} repariert</translation>
    </message>
    <message>
        <source>{what} shortened</source>
        <translation>{what} gekürzt</translation>
    </message>
    <message>
        <source>{what} updated</source>
        <translation>{what} aktualisiert</translation>
    </message>
    <message>
        <source>{what}, {size} less</source>
        <translation>{what}, {size} weniger</translation>
    </message>
    <message>
        <source>{who} apply to all projects and can&apos;t {both} be true.</source>
        <translation>{who} gelten für alle Projekte und können nicht {both} stimmen.</translation>
    </message>
    <message>
        <source>{who} can&apos;t be reached. Check the network.</source>
        <translation>{who} ist nicht erreichbar. Prüfen Sie das Netzwerk.</translation>
    </message>
    <message>
        <source>{who} can&apos;t {both} be true for {where}.</source>
        <translation>{who} können für {where} nicht {both} stimmen.</translation>
    </message>
    <message>
        <source>{who} did not accept the key.</source>
        <translation>{who} hat den Schlüssel nicht akzeptiert.</translation>
    </message>
    <message>
        <source>{who} does not let this account use the model.</source>
        <translation>{who} lässt dieses Konto das Modell nicht verwenden.</translation>
    </message>
    <message>
        <source>{who} doesn&apos;t know this model.</source>
        <translation>{who} kennt dieses Modell nicht.</translation>
    </message>
    <message>
        <source>{who} had an internal error.</source>
        <translation>{who} hatte einen internen Fehler.</translation>
    </message>
    <message>
        <source>{who} is overloaded at the moment.</source>
        <translation>{who} ist gerade überlastet.</translation>
    </message>
    <message>
        <source>{who} isn&apos;t responding. Check that it is running, and its address.</source>
        <translation>{who} antwortet nicht. Prüfen Sie, ob es läuft, und die Adresse.</translation>
    </message>
    <message>
        <source>{who} says that the account has no credit left.</source>
        <translation>{who} meldet, dass das Konto kein Guthaben mehr hat.</translation>
    </message>
    <message>
        <source>{who} took too long to answer.</source>
        <translation>{who} brauchte zu lange für die Antwort.</translation>
    </message>
    <message>
        <source>{who}: rate limit reached.</source>
        <translation>{who}: Ratenlimit erreicht.</translation>
    </message>
    <message>
        <source>{worth} after a year, {end}</source>
        <translation>{worth} nach einem Jahr, {end}</translation>
    </message>
    <message>
        <source>{worth}, archived</source>
        <translation>{worth}, archiviert</translation>
    </message>
    <message>
        <source>“Got it, …”</source>
        <translation>„Verstanden, …“</translation>
    </message>
    <message>
        <source>“remember that …”</source>
        <translation>„merk dir …“</translation>
    </message>
    <message numerus="yes">
        <source>… %n more lines</source>
        <translation>
            <numerusform>… %n weitere Zeile</numerusform>
            <numerusform>… %n weitere Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n unchanged lines</source>
        <translation>
            <numerusform>… %n unveränderte Zeile</numerusform>
            <numerusform>… %n unveränderte Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more lines</source>
        <translation>
            <numerusform>… und %n weitere Zeile</numerusform>
            <numerusform>… und %n weitere Zeilen</numerusform>
        </translation>
    </message>
</context>
</TS>
