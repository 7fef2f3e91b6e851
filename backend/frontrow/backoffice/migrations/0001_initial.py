import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalogue', '0001_initial'),
        ('sales', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Backup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('finished_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'backups',
            },
        ),
        migrations.CreateModel(
            name='BoardCount',
            fields=[
                ('id', models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('issues', models.PositiveIntegerField()),
                ('counted_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'board_counts',
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='board_counts_one_row')],
            },
        ),
        migrations.CreateModel(
            name='BulkAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('kind', models.CharField(choices=[('resend_confirmation', 'Resend Confirmation'), ('message', 'Message'), ('note', 'Note'), ('move', 'Move'), ('archive', 'Archive'), ('publish', 'Publish'), ('early_price', 'Early Price')], max_length=20)),
                ('subject', models.CharField(choices=[('purchases', 'Purchases'), ('members', 'Members'), ('guests', 'Guests'), ('bootcamps', 'Bootcamps')], max_length=10)),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('subject_ids', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('total', models.PositiveIntegerField()),
                ('place', models.PositiveIntegerField(db_default=0, default=0)),
                ('failed', models.PositiveIntegerField(db_default=0, default=0)),
                ('title', models.CharField(db_default='', default='', max_length=200)),
                ('text', models.TextField(db_default='', default='')),
                ('from_bootcamp_id', models.BigIntegerField(null=True)),
                ('to_bootcamp_id', models.BigIntegerField(null=True)),
                ('early_price', models.JSONField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('begins_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('stopped_because', models.CharField(db_default='', default='', max_length=200)),
            ],
            options={
                'db_table': 'bulk_acts',
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['resend_confirmation', 'message', 'note', 'move', 'archive', 'publish', 'early_price'])), name='bulk_kind_known'), models.CheckConstraint(condition=models.Q(('subject__in', ['purchases', 'members', 'guests', 'bootcamps'])), name='bulk_subject_known'), models.CheckConstraint(condition=models.Q(('failed__lte', models.F('place')), ('place__lte', models.F('total'))), name='bulk_place_within')],
            },
        ),
        migrations.CreateModel(
            name='BulkFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='failures', to='backoffice.bulkact')),
                ('subject_id', models.BigIntegerField()),
                ('reason', models.CharField(max_length=500)),
            ],
            options={
                'db_table': 'bulk_failures',
                'constraints': [models.UniqueConstraint(fields=('act', 'subject_id'), name='bulk_failures_once_each')],
            },
        ),
        migrations.CreateModel(
            name='DeskNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='desk_notes', to=settings.AUTH_USER_MODEL)),
                ('purchase', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='desk_notes', to='sales.purchase')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('text', models.CharField(max_length=2000)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'desk_notes',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('purchase__isnull', True), ('user__isnull', False)), models.Q(('purchase__isnull', False), ('user__isnull', True)), _connector='OR'), name='desk_notes_about_one'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='desk_notes_have_text')],
            },
        ),
        migrations.CreateModel(
            name='FunnelDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('step', models.CharField(choices=[('landing', 'Landing'), ('checkout', 'Checkout')], max_length=10)),
                ('count', models.PositiveIntegerField(db_default=0, default=0)),
            ],
            options={
                'db_table': 'funnel_days',
                'constraints': [models.UniqueConstraint(fields=('day', 'step'), name='funnel_days_once_each'), models.CheckConstraint(condition=models.Q(('step__in', ['landing', 'checkout'])), name='funnel_days_step_known')],
            },
        ),
        migrations.CreateModel(
            name='ReadinessNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bootcamp', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='readiness_notices', to='catalogue.bootcamp')),
                ('starts_at', models.DateTimeField()),
                ('red_cells', models.CharField(max_length=64)),
                ('words', models.CharField(max_length=300)),
                ('noted_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'readiness_notices',
                'indexes': [models.Index(fields=['noted_at'], name='readiness_notices_by_time')],
                'constraints': [models.UniqueConstraint(fields=('bootcamp', 'starts_at', 'red_cells'), name='readiness_notices_once_each')],
            },
        ),
    ]
